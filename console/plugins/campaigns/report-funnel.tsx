import { useT } from '../../shell/i18n.ts';
import type { CampaignReport, CampaignView } from './data.ts';
import { useNumber } from './report-figures.tsx';

interface Props {
  readonly campaign: CampaignView;
  readonly report: CampaignReport;
}

const percent = (count: number, all: number) => Math.round((count / all) * 100);

/** From whom it goes to, to who answered: each step in figures, and of which step before it how many. */
export function Funnel({ campaign: { confirmation }, report }: Props) {
  const t = useT();
  const number = useNumber();
  const { recipients, confirmationRequested, confirmed, delivered, received, read, answered, left } = report;
  const sentOf = confirmation ? confirmed : recipients;
  const steps: readonly (readonly [string, number, number])[] = [
    ['recipients', recipients, 0],
    ...(confirmation
      ? ([
          ['requested', confirmationRequested, recipients],
          ['confirmed', confirmed, confirmationRequested],
        ] as const)
      : []),
    [confirmation ? 'sentConfirmed' : 'sent', delivered, sentOf],
    ['received', received, delivered],
    ['read', read, delivered],
    ['answered', answered, delivered],
    ['left', left, confirmation ? confirmationRequested : delivered],
  ];
  const mostOfAll = Math.max(1, ...steps.map(([, count]) => count));
  return (
    <div className="card">
      <div className="card-h row">
        <h2>{t(confirmation ? 'campaigns.funnel.asked' : 'campaigns.funnel')}</h2>
      </div>
      <ol className="cp-funnel grid gap-8 small num p-8-16-16" aria-label={t('campaigns.funnel')}>
        {steps.map(([name, count, of], index) => (
          <li className="grid gap-12 phone-one" key={name}>
            <span className="muted">{t(`campaigns.funnel.${name}`)}</span>
            <span className="row">
              <i
                className="r-xs"
                aria-hidden="true"
                style={{ width: `${(count / mostOfAll) * 60}%`, opacity: 0.3 + 0.7 * (index / steps.length) }}
              />
              <b>{number(count)}</b>
              {of > 0 ? (
                <small className="subtle nowrap">
                  {t(`campaigns.funnel.${name}.of`, { percent: percent(count, of) })}
                </small>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Which text is answered most often, that one first. */
export function Variants({ campaign, report: { variants, bestVariant } }: Props) {
  const t = useT();
  const number = useNumber();
  if (variants.length === 0) return null;
  return (
    <div className="card">
      <div className="card-h row">
        <h2>{t('campaigns.variants')}</h2>
      </div>
      <table className="table cp-variants">
        <thead>
          <tr>
            {(['text', 'sent', 'answered', 'rate'] as const).map((column) => (
              <th key={column} scope="col" className={column === 'text' ? undefined : 'r'}>
                {t(`campaigns.variants.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {variants.map(({ variant, sent, answered }) => (
            <tr key={variant}>
              <td className="trunc">
                <b className="num">{variant}</b>{' '}
                <span className="muted own">{campaign[`message${variant as 1}`]}</span>
                {variant === bestVariant ? (
                  <span className="tag c-accent cp-best">{t('campaigns.variants.best')}</span>
                ) : null}
              </td>
              <td className="r num">{number(sent)}</td>
              <td className="r num">{number(answered)}</td>
              <td className="r num">{sent > 0 ? `${percent(answered, sent)}%` : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
