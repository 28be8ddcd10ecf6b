import type { CompanyView } from '../../../contract/company.ts';
import type { InvoiceView } from '../../../contract/invoice.ts';
import { daysBetween, todayIn } from '../../shell/calendar.ts';
import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';
import { useMoney } from '../../shell/money.ts';
import { monthsAround } from './months.ts';

interface Props {
  readonly company: CompanyView;
  /** The next to be paid, if one is. */
  readonly next: InvoiceView | undefined;
}

/** Nearer to today than so many days, the last day's label would lie on today's on a phone. */
const apartDays = 24;

const Line = ({ today, until }: { readonly today: string; readonly until: string }) => {
  const t = useT();
  const locale = useLocale();
  const isApart = Math.abs(daysBetween(today, until)) >= apartDays;
  const shortMonth = new Intl.DateTimeFormat(intlLocale[locale], { month: 'short', timeZone: 'UTC' });
  return (
    <ol className="bl-months grid gap-4 caption subtle" aria-hidden="true">
      {monthsAround(today, until).map(({ key, paid, today: here, ends }) => (
        <li className="at" key={key} data-now={here !== undefined}>
          {here === undefined ? null : (
            <b className="bl-here t-accent" style={{ left: `${here * 100}%` }}>
              {t('billing.today')}
            </b>
          )}
          {ends && isApart ? (
            <b className="ink" style={{ left: `${paid * 100}%` }}>
              {until.slice(8, 10)}/{until.slice(5, 7)}
            </b>
          ) : null}
          <i className="meter wide">
            <i style={{ width: `${paid * 100}%` }} />
          </i>
          <span>{shortMonth.format(new Date(`${key}-15T00:00:00Z`)).replace('.', '')}</span>
        </li>
      ))}
    </ol>
  );
};

/** Until when the company is paid, in words and on a line of months. */
export const UntilCard = ({ company, next }: Props) => {
  const t = useT();
  const locale = useLocale();
  const money = useMoney();
  const { dueDate, plan, trial, email, timeZone } = company;
  const today = todayIn(timeZone);
  const leftDays = dueDate === null ? 0 : daysBetween(today, dueDate);
  const standing = leftDays < 0 ? 'late' : trial ? 'trial' : 'left';
  const label = t(`billing.until${dueDate === null ? '.none' : trial ? '.trial' : ''}`);
  return (
    <section className="card fixed p-16 mb-16" aria-label={label}>
      <div className="flex wrap between gap-24">
        <div>
          <p className="muted">{label}</p>
          <h2 className="figure">
            {dueDate === null
              ? t('billing.endless')
              : new Date(`${dueDate}T00:00:00Z`).toLocaleDateString(intlLocale[locale], {
                  dateStyle: 'long',
                  timeZone: 'UTC',
                })}
          </h2>
          {dueDate === null ? null : (
            <p className="muted">
              {t(`billing.days.${standing}`, { smart_count: Math.abs(leftDays) })}{' '}
              {next === undefined ? '' : t('billing.next', { value: money(next.value) })}
            </p>
          )}
        </div>
        <dl className="pairs grid gap-8 small">
          <dt className="subtle">{t('billing.plan')}</dt>
          <dd className="medium">{plan?.name ?? t('billing.plan.none')}</dd>
          {email === '' ? null : (
            <>
              <dt className="subtle">{t('billing.charged')}</dt>
              <dd className="medium">{email}</dd>
            </>
          )}
          {plan === null ? null : (
            <>
              <dt className="subtle">{t('billing.limits')}</dt>
              <dd className="medium">
                {(['users', 'connections', 'queues'] as const)
                  .flatMap((what) => {
                    const limit = plan.limits[what];
                    return limit === undefined ? [] : [t(`billing.limit.${what}`, { smart_count: limit })];
                  })
                  .join(' · ')}
              </dd>
            </>
          )}
        </dl>
      </div>
      {dueDate === null ? null : <Line today={today} until={dueDate} />}
    </section>
  );
};
