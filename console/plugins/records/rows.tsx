import type { MouseEvent } from 'react';
import {
  BulkDeleteWithConfirmButton,
  BulkExportButton,
  DataTable,
  SimpleList,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { useLocation, useNavigate } from 'react-router';
import type { Field } from '../../../domain/records/definition.ts';
import { Cell } from './cell.tsx';
import { useDeclared, useRights } from './declared.ts';
import type { Row } from './parts.ts';
import { RowActions } from './row-actions.tsx';

const isNumber = ({ widget, computed }: Field): boolean => widget.kind === 'number' || computed === 'count';

/** Returns the fields that stand in the list, by their names. */
const useColumns = () =>
  Object.entries(useDeclared().record.fields).filter(([, { column }]) => Boolean(column));

/** A field's cell, or what the record shows instead of it; the one that names the row has what is said of the row below. */
const ColumnCell = ({ name, field }: { readonly name: string; readonly field: Field }) => {
  const { record, parts } = useDeclared();
  const row = useRecordContext<Row>();
  const Own = parts.cells?.[name];
  const Mark = parts.mark;
  const cell = Own ? <Own /> : <Cell name={name} field={field} />;
  if (name !== record.title || Mark === undefined || row === undefined) return cell;
  return (
    <>
      {cell}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a way that it leads to is not the row's */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the row has no key */}
      <span className="row wrap" onClick={(event) => event.stopPropagation()}>
        <Mark row={row} />
      </span>
    </>
  );
};

const BulkActions = () => {
  const rights = useRights();
  return (
    <>
      <BulkExportButton />
      {rights.deleteSome ? <BulkDeleteWithConfirmButton mutationMode="pessimistic" /> : null}
    </>
  );
};

export const Table = () => {
  const { record, entry } = useDeclared();
  const rights = useRights();
  const t = useTranslate();
  const { search } = useLocation();
  const navigate = useNavigate();
  const columns = useColumns();
  const cellClass = (name: string, field: Field) =>
    [
      field.column === 'wide' ? 'rc-wide' : '',
      name === record.title ? 'rc-title' : '',
      isNumber(field) ? 'rc-num' : '',
    ].join(' ');
  return (
    <DataTable
      rowClick={(id, _resource, row) => {
        if (rights.update(row as Row))
          void navigate({ pathname: `${entry.path}/${String(id)}`, search }, { state: { over: true } });
        return false;
      }}
      // What nobody may delete can be chosen for export all the same, but not among what goes.
      {...(rights.deleteSome && { isRowSelectable: (row) => rights.delete(row as Row) })}
      bulkActionButtons={<BulkActions />}
      size="medium"
      aria-label={t(`resources.${record.plural}.name`, { smart_count: 2 })}
    >
      <DataTable.Col source="number" label="records.number" cellClassName="rc-number" />
      {columns.map(([name, field]) => (
        <DataTable.Col
          key={name}
          source={name}
          disableSort={field.sorted === false || field.computed !== undefined}
          cellClassName={cellClass(name, field)}
          {...(isNumber(field) && { headerClassName: 'rc-num' })}
        >
          <ColumnCell name={name} field={field} />
        </DataTable.Col>
      ))}
      <DataTable.Col
        label={<span className="vh">{t('records.actions')}</span>}
        disableSort
        cellClassName="rc-end"
      >
        <RowActions />
      </DataTable.Col>
    </DataTable>
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
  if (!(target instanceof Element) || target.closest('a, button, .rc-marks')) return;
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
        rightIcon={() => <RowActions />}
      />
    </div>
  );
};
