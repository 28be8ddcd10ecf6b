import Checkbox from '@mui/material/Checkbox';
import type { MouseEvent } from 'react';
import { SimpleList, useListContext, useRecordContext, useTranslate } from 'react-admin';
import type { Field } from '../../../domain/records/definition.ts';
import { CardsBar, useSelectable } from './cards-bar.tsx';
import { Cell } from './cell.tsx';
import { useDeclared } from './declared.ts';
import type { Row } from './parts.ts';
import { RowActions, useRowName } from './row-actions.tsx';
import { ColumnCell, useColumns } from './rows.tsx';

/** Chooses a row among those that something is done with. */
const Choose = () => {
  const t = useTranslate();
  const nameOf = useRowName();
  const isSelectable = useSelectable();
  const { selectedIds, onToggleItem } = useListContext<Row>();
  const row = useRecordContext<Row>();
  if (row === undefined) return null;
  return (
    <Checkbox
      aria-label={t('records.chooseOne', { name: nameOf(row) })}
      style={{ width: 44, height: 44, margin: '-10px 0 0 -12px' }}
      checked={selectedIds.includes(row.id)}
      disabled={!isSelectable(row)}
      onChange={() => onToggleItem(row.id)}
    />
  );
};

const Labelled = ({ name, field }: { readonly name: string; readonly field: Field }) => {
  const { record } = useDeclared();
  const t = useTranslate();
  const value: unknown = useRecordContext()?.[name];
  if (value === null || value === undefined || value === '' || value === false) return null;
  if (field.column === 'wide')
    return (
      <span className="trunc">
        <Cell name={name} field={field} />
      </span>
    );
  return (
    <span className="row wrap">
      <span className="subtle nowrap">{t(`resources.${record.plural}.fields.${name}`)}</span>
      <ColumnCell name={name} field={field} />
    </span>
  );
};

/** A card opens what its pencil opens, as a row of the table does; what can be pressed on it is not the card. */
function openForm({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('a, button, .MuiCheckbox-root, .rc-marks')) return;
  target.closest('li')?.querySelector<HTMLElement>('[data-edit]')?.click();
}

/** The rows of a narrow screen: a name, below it each field with what it is, beside it what can be done. */
export const Cards = () => {
  const { record } = useDeclared();
  const columns = useColumns();
  const title = record.fields[record.title];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: each card has its pencil
    // biome-ignore lint/a11y/useKeyWithClickEvents: the pencil has the key
    <div onClick={openForm}>
      <CardsBar />
      <SimpleList
        linkType={false}
        primaryText={() => (title ? <ColumnCell name={record.title} field={title} /> : null)}
        secondaryText={() => (
          <span className="rc-card col gap-4 mt-4">
            {columns
              .filter(([name]) => name !== record.title)
              .map(([name, field]) => (
                <Labelled key={name} name={name} field={field} />
              ))}
          </span>
        )}
        leftIcon={() => <Choose />}
        rightIcon={() => <RowActions />}
      />
    </div>
  );
};
