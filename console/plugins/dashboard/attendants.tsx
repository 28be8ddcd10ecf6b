import { useLocale, useT } from '../../shell/i18n.ts';
import { Avatar } from '../../shell/ui/avatar.tsx';
import { CardTable } from '../../shell/ui/card-table.tsx';
import { EmptyState } from '../../shell/ui/states.tsx';
import { type Attendant, duration } from './data.ts';

const tint = { online: 'c-ok', away: 'c-warn', offline: 'c-none' } as const;
const seat = { online: 'on', away: 'away', offline: 'off' } as const;

const Rating = ({ rating }: { readonly rating: number | null }) => {
  const t = useT();
  const locale = useLocale();
  if (rating === null) return <span className="subtle">{t('dashboard.rating.none')}</span>;
  const shown = rating.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <span className="row num">
      {shown}
      <span className="meter">
        <i style={{ width: `${(rating / 3) * 100}%` }} />
      </span>
      <span className="subtle">{t(`dashboard.rating.${Math.round(rating)}`)}</span>
    </span>
  );
};

export const Attendants = ({ attendants }: { readonly attendants: readonly Attendant[] }) => {
  const t = useT();
  const online = attendants.filter(({ status }) => status === 'online').length;
  return (
    <section className="card db-people fixed scrolls" aria-label={t('dashboard.people.title')}>
      <div className="card-h row">
        <h2>{t('dashboard.people.title')}</h2>
        <span className="grow" />
        <span className="subtle caption">
          {t('dashboard.people.count', { smart_count: attendants.length })} ·{' '}
          {t('dashboard.people.online', { smart_count: online })}
        </span>
      </div>
      {attendants.length === 0 ? (
        <EmptyState title={t('dashboard.people.empty')} />
      ) : (
        <CardTable below={700}>
          <thead>
            <tr>
              <th scope="col">{t('dashboard.people.name')}</th>
              <th scope="col">{t('dashboard.people.rating')}</th>
              <th scope="col" className="r">
                {t('dashboard.people.conversations')}
              </th>
              <th scope="col" className="r">
                {t('dashboard.people.time')}
              </th>
              <th scope="col">{t('dashboard.people.status')}</th>
            </tr>
          </thead>
          <tbody>
            {attendants.map(({ id, name, rating, conversations, avgSupportTime, status }) => {
              const { value, unit } = duration(avgSupportTime);
              return (
                <tr key={id}>
                  <td>
                    <span className="row gap-12">
                      <span className="seat">
                        <Avatar name={name} id={id} size={28} />
                        <i className={`st ${seat[status]}`} />
                      </span>
                      <b>{name}</b>
                    </span>
                  </td>
                  <td data-label={t('dashboard.people.rating')}>
                    <Rating rating={rating} />
                  </td>
                  <td className="r num" data-label={t('dashboard.people.conversations')}>
                    {conversations}
                  </td>
                  <td className="r num" data-label={t('dashboard.people.time')}>
                    {avgSupportTime === 0 ? '–' : `${value} ${unit}`.trim()}
                  </td>
                  <td data-label={t('dashboard.people.status')}>
                    <span className={`status ${tint[status]}`}>
                      <i className={`qd fixed ${tint[status]} round`} aria-hidden="true" />
                      {t(`dashboard.status.${status}`)}
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </CardTable>
      )}
    </section>
  );
};
