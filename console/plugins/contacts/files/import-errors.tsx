import { CircleAlert } from 'lucide-react';
import type { ImportRowError } from '../../../../contract/contact-import.ts';
import { useT } from '../../../shell/i18n.ts';
import { useNumber } from './use-number.ts';

interface Props {
  readonly errors: readonly ImportRowError[];
  /** Of all rows; `errors` may be the first of them only. */
  readonly refused: number;
}

/** What is wrong, row by row, so that the file can be corrected. */
export const ImportErrors = ({ errors, refused }: Props) => {
  const t = useT();
  const number = useNumber();
  if (refused === 0) return null;
  const title = t('contacts.import.errors', { smart_count: refused, rows: number(refused) });
  return (
    <section className="col gap-8" aria-label={title}>
      <h3 className="row gap-6 small t-danger">
        <CircleAlert size={16} aria-hidden="true" />
        {title}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must from the keyboard too */}
      <ul className="small lh-18 scroll low parted" tabIndex={0} aria-label={title}>
        {errors.map(({ row, field, code, value }) => (
          <li className="pairs grid gap-16 py-4" key={`${row}-${field}`}>
            <span className="num">{t('contacts.import.row', { row })}</span>
            <span>
              {t(`contact.${field}`)}: {t(`contacts.import.error.${code}`)}{' '}
              {value === '' ? null : <q className="muted anywhere">{value}</q>}
            </span>
          </li>
        ))}
      </ul>
      {errors.length < refused ? (
        <p className="hint">{t('contacts.import.more', { shown: errors.length })}</p>
      ) : null}
    </section>
  );
};
