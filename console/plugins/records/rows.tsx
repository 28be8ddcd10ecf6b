import {
  BulkDeleteWithConfirmButton,
  BulkExportButton,
  DataTable,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { useLocation, useNavigate } from 'react-router';
import type { Field } from '../../../domain/records/definition.ts';
import { Cell } from './cell.tsx';
import { useDeclared, useRights } from './declared.ts';
import type { Row } from './parts.ts';
import { RowActions } from './row-actions.tsx';

/** Whether rows can stand in the order of a field. */
export const isSorted = ({ sorted, computed }: Field): boolean => sorted !== false && computed === undefined;

const isNumber = ({ widget, computed }: Field): boolean => widget.kind === 'number' || computed === 'count';

/** Returns the fields that stand in the list, by their names. */
export const useColumns = () =>
  Object.entries(useDeclared().record.fields).filter(([, { column }]) => Boolean(column));

/** A field's cell, or what the record shows instead of it; the one that names the row has what is said of the row below. */
export const ColumnCell = ({ name, field }: { readonly name: string; readonly field: Field }) => {
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

/** What can be done with all that are chosen. */
export const BulkActions = () => {
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
          disableSort={!isSorted(field)}
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
