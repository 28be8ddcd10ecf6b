import Button from '@mui/material/Button';
import { CircleAlert, ShieldCheck } from 'lucide-react';
import type { ListImport } from '../../../contract/contact-list.ts';
import { LabelledField } from '../../shell/form/fields.tsx';
import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';
import type { Chosen, Field } from './data.ts';

/** Returns a number as the language writes it. */
export function useCount() {
  const format = new Intl.NumberFormat(intlLocale[useLocale()]);
  return (count: number) => format.format(count);
}

const fields: readonly Field[] = ['name', 'number', 'email'];

/** Returns a column's letters, as spreadsheet programs have them. */
const lettersOf = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : `${lettersOf(Math.floor(index / 26) - 1)}${lettersOf(index % 26)}`;

/** Returns the columns with one of them chosen as something, which no other is then. */
const withField = (chosen: Chosen, at: number, field: Field | null): Chosen =>
  chosen.map((before, index) => (index === at ? field : before === field ? null : before));

/** Whether a column of numbers is chosen: without one nothing of a file can go in, and there is nothing to be wrong. */
export const isAimed = (chosen: Chosen): boolean => chosen.includes('number');

interface ColumnsProps {
  readonly file: File;
  readonly report: ListImport;
  readonly chosen: Chosen;
  readonly isBusy: boolean;
  readonly onPick: () => void;
  readonly onChoose: (chosen: Chosen) => void;
}
/** What each column of the file is: guessed by its heading, to be chosen otherwise. */
export function Columns({ file, report, chosen, isBusy, onPick, onChoose }: ColumnsProps) {
  const t = useT();
  const count = useCount();
  const choices = [
    { value: '', label: t('lists.import.unused') },
    ...fields.map((field) => ({ value: field, label: t(`lists.${field}`) })),
  ];
  return (
    <div className="card">
      <div className="card-h row wrap">
        <h2>{t('lists.import.columns')}</h2>
        <span className="muted trunc">
          <span className="mono">{file.name}</span>
          {', '}
          {t('lists.import.lines', { smart_count: report.total, number: count(report.total) })}
        </span>
        <Button size="small" disabled={isBusy} onClick={onPick}>
          {t('lists.import.other')}
        </Button>
      </div>
      <table className="table dense cl-columns">
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">{t('lists.import.letter')}</span>
            </th>
            {(['heading', 'becomes', 'sample'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`lists.import.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.columns.map(({ heading, sample }, index) => (
            <tr key={lettersOf(index)} className={chosen[index] === null ? 'subtle' : undefined}>
              <td className="mono subtle">{lettersOf(index)}</td>
              <td className="own">{heading || '–'}</td>
              <td>
                <LabelledField
                  size="small"
                  disabled={isBusy}
                  value={chosen[index] ?? ''}
                  htmlInput={{ 'aria-label': t('lists.import.is', { column: heading || lettersOf(index) }) }}
                  choices={choices}
                  onChange={({ target }) =>
                    onChoose(withField(chosen, index, (target.value || null) as Field | null))
                  }
                />
              </td>
              <td className="muted own trunc">{sample}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Which rows are not taken, and why. */
export function Refused({ report: { errors, refused, total } }: { readonly report: ListImport }) {
  const t = useT();
  const count = useCount();
  if (errors.length === 0) return null;
  return (
    <div className="card">
      <div className="card-h row">
        <h2>{t('lists.import.errors')}</h2>
        <span className="tag c-warn num">
          {t('lists.import.errors.count', { refused: count(refused), total: count(total) })}
        </span>
      </div>
      <table className="table dense cl-refused">
        <thead>
          <tr>
            {(['row', 'value', 'why'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`lists.import.refused.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {errors.map(({ row, field, code, value }) => (
            <tr key={`${row}-${field}`}>
              <td className="num subtle">{count(row)}</td>
              <td className="own trunc">
                {value || <span className="subtle">{t('lists.import.blank')}</span>}
              </td>
              <td className="t-danger">
                <CircleAlert size={16} aria-hidden="true" /> {t(`lists.import.field.${field}`)}:{' '}
                {t(`lists.import.code.${code}`, { _: t('fields.invalid') })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {refused > errors.length ? (
        <p className="muted p-12-16">{t('lists.import.errors.more', { shown: count(errors.length) })}</p>
      ) : null}
    </div>
  );
}

interface SummaryProps {
  readonly report: ListImport;
  readonly chosen: Chosen;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly onPut: () => void;
}
/** How many go in, and how many do not. */
export function Summary({ report, chosen, isBusy, onCancel, onPut }: SummaryProps) {
  const t = useT();
  const count = useCount();
  const aimed = isAimed(chosen);
  const { total, valid, existing, refused, repeated } = report;
  const newCount = aimed ? valid - existing : 0;
  const nameless = aimed ? report.nameless : 0;
  const subtractions = [
    ['refused', refused - repeated],
    ['repeated', repeated],
    ['existing', existing],
  ] as const;
  return (
    <aside className="card">
      <div className="card-h row">
        <h2>{t('lists.import.summary')}</h2>
      </div>
      <div className="grid gap-12 p-8-16-16">
        <p role="status">
          <b className="figure num">{count(newCount)}</b>{' '}
          {t('lists.import.contacts', { smart_count: newCount })}
        </p>
        <dl className="grid gap-4 num">
          <div className="flex between small muted">
            <dt>{t('lists.import.total')}</dt>
            <dd>{count(total)}</dd>
          </div>
          {(aimed ? subtractions : []).map(([name, without]) => (
            <div className="flex between small muted" key={name}>
              <dt>{t(`lists.import.less.${name}`)}</dt>
              <dd>{without === 0 ? '0' : `− ${count(without)}`}</dd>
            </div>
          ))}
        </dl>
        {nameless > 0 ? (
          <p className="flex gap-6 small">
            {t('lists.import.nameless', { smart_count: nameless, number: count(nameless) })}
          </p>
        ) : null}
        {aimed && total > 0 ? (
          <p className="flex gap-6 small muted">
            <ShieldCheck size={16} aria-hidden="true" />
            {t('lists.import.checks')}
          </p>
        ) : (
          <p className="flex gap-6 small t-danger" role="alert">
            <CircleAlert size={16} aria-hidden="true" />
            {t(total === 0 ? 'lists.import.noRows' : 'lists.import.noNumber')}
          </p>
        )}
        <div className="row end wrap">
          <Button onClick={onCancel}>{t('lists.import.cancel')}</Button>
          <Button variant="contained" disabled={isBusy || newCount === 0} onClick={onPut}>
            {t('lists.import.put', { count: count(newCount) })}
          </Button>
        </div>
      </div>
    </aside>
  );
}
