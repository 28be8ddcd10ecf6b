import type { ImportPreview } from '../../../../contract/contact-import.ts';
import { useT } from '../../../shell/i18n.ts';
import { phone } from '../offers/phone.ts';
import { useNumber } from './use-number.ts';

/** Rows of people who are contacts already: they stay as they are. */
export const ImportKnown = ({ known, existing }: Pick<ImportPreview, 'known' | 'existing'>) => {
  const t = useT();
  const number = useNumber();
  if (existing === 0) return null;
  const title = t('contacts.import.known', { smart_count: existing, rows: number(existing) });
  return (
    <section className="col gap-8" aria-label={title}>
      <h3 className="row gap-6 small muted">{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must from the keyboard too */}
      <ul className="small lh-18 scroll low parted" tabIndex={0} aria-label={title}>
        {known.map(({ row, number: address, name }) => (
          <li className="pairs grid gap-16 py-4" key={row}>
            <span className="num">{t('contacts.import.row', { row })}</span>
            <span>
              {phone(address)}: {name}
            </span>
          </li>
        ))}
      </ul>
      {known.length < existing ? (
        <p className="hint">{t('contacts.import.more', { shown: known.length })}</p>
      ) : null}
    </section>
  );
};
