import { Check } from 'lucide-react';
import { Fragment, type KeyboardEvent } from 'react';
import type { NamedRule, RuleGroup } from '../../../domain/access/policy.ts';
import { policy } from '../../../domain/access/policy.ts';
import { useT } from '../../shell/i18n.ts';
import { useSession } from '../../shell/session.tsx';
import type { Column, Draft } from './model/draft.ts';

interface Props {
  readonly columns: readonly Column[];
  readonly groups: readonly { readonly group: RuleGroup; readonly rules: readonly NamedRule[] }[];
  readonly selected: string;
  /** How many people have each. */
  readonly counts: ReadonlyMap<string, number>;
  /** As the one that is selected stands on the server; absent: it is not to be changed. */
  readonly before: Draft | undefined;
  readonly onSelect: (id: string) => void;
  readonly onToggle: (rule: NamedRule) => void;
}

/** Up and down lead to the next right of the column. */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not(:disabled)')];
  const at = boxes.indexOf(event.target as HTMLInputElement);
  if (at < 0) return;
  event.preventDefault();
  boxes[at + step]?.focus();
};

/** Rights by group, built-in roles beside the company's own; the selected one can be written. */
export const Matrix = ({ columns, groups, selected, counts, before, onSelect, onToggle }: Props) => {
  const t = useT();
  const { can } = useSession();
  const nameOf = (column: Column): string =>
    column.kind === 'builtIn' ? t(`roles.builtIn.${column.id}`) : column.role.name || t('roles.unnamed');

  const cell = (column: Column, rule: NamedRule) => {
    const has = column.rules.has(rule);
    const isSelected = column.id === selected;
    const isScope = 'byScope' in policy[rule];
    const had = before?.rules.includes(rule) === true;
    return (
      <td key={column.id} className="centered soft-b" data-chosen={isSelected}>
        {isSelected && before ? (
          <label
            className="middle h-44 press"
            title={isScope ? t('roles.byScope') : can(rule) ? undefined : t('roles.notYours')}
          >
            <input
              type="checkbox"
              checked={has}
              disabled={isScope || !can(rule)}
              onChange={() => onToggle(rule)}
              aria-label={`${nameOf(column)}: ${t(`roles.rule.${rule}`)}`}
            />
            {!isScope && has !== had ? (
              <small className={has ? 't-success' : 't-danger'}>{t(has ? 'roles.new' : 'roles.gone')}</small>
            ) : null}
          </label>
        ) : (
          <span className={has ? 'flex muted center-x' : undefined}>
            {has ? <Check size={16} aria-hidden="true" /> : null}
            <span className="vh">{t(has ? 'roles.has' : 'roles.hasNot')}</span>
          </span>
        )}
      </td>
    );
  };

  return (
    <section className="card ro-matrix scrolls" aria-label={t('roles.matrix')}>
      <table className="small" onKeyDown={moveFocus}>
        <thead>
          <tr>
            <th className="bg-1 sticky" scope="col">
              <span className="vh">{t('roles.right')}</span>
            </th>
            {columns.map((column) => (
              <th className="bg-1 sticky" key={column.id} scope="col" data-chosen={column.id === selected}>
                <button
                  className="pick anywhere block full p-8 h-44"
                  type="button"
                  aria-pressed={column.id === selected}
                  onClick={() => onSelect(column.id)}
                >
                  <b className="block">{nameOf(column)}</b>
                  <small className="muted nowrap">
                    {t('roles.people', { smart_count: counts.get(column.id) ?? 0 })}
                    {column.kind === 'builtIn' ? t('roles.fixed') : null}
                  </small>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ group, rules }) => (
            <Fragment key={group}>
              <tr className="bg-2">
                <th
                  className="caption medium muted left px-16 py-4"
                  scope="rowgroup"
                  colSpan={columns.length + 1}
                >
                  {t(`roles.group.${group}`)}
                </th>
              </tr>
              {rules.map((rule) => (
                <tr key={rule}>
                  <th className="left p-8-16 soft-b" scope="row">
                    <span>{t(`roles.rule.${rule}`)}</span>{' '}
                    <code className="inline caption muted anywhere">{rule}</code>
                  </th>
                  {columns.map((column) => cell(column, rule))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
};
