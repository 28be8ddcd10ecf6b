import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { ArrowUpDown } from 'lucide-react';
import { useListContext, useTranslate } from 'react-admin';
import { usePopup } from '../../shell/ui/use-popup.ts';
import { useDeclared, useRights } from './declared.ts';
import type { Row } from './parts.ts';
import { BulkActions, isSorted, useColumns } from './rows.tsx';

/** Returns whether a row can be chosen: whoever may delete some chooses none that they may not. */
export const useSelectable = () => {
  const rights = useRights();
  return (row: Row): boolean => !rights.deleteSome || rights.delete(row);
};

/** What the heads of a table's columns do: the order that rows stand in, each way. */
const Order = () => {
  const { record } = useDeclared();
  const t = useTranslate();
  const columns = useColumns();
  const { sort, setSort } = useListContext();
  const { close, button, popup } = usePopup('menu');
  const fields = [
    ...columns.filter(([, field]) => isSorted(field)).map(([name]) => name),
    ...(record.title in Object.fromEntries(columns) ? [] : [record.title]),
  ];
  const said = (field: string, order: string) =>
    `${t(field === 'number' ? 'records.number' : `resources.${record.plural}.fields.${field}`)}, ${t(`ra.sort.${order}`)}`;
  const orders = ['number', ...fields].flatMap((field) =>
    (['ASC', 'DESC'] as const).map((order) => ({ field, order })),
  );
  return (
    <>
      <Button {...button} aria-label={`${t('ra.action.sort')}: ${said(sort.field, sort.order)}`}>
        <ArrowUpDown size={16} aria-hidden="true" />
        {said(sort.field, sort.order)}
      </Button>
      <Menu {...popup}>
        {orders.map((one) => (
          <MenuItem
            key={`${one.field} ${one.order}`}
            selected={one.field === sort.field && one.order === sort.order}
            onClick={() => {
              close();
              setSort(one);
            }}
          >
            {said(one.field, one.order)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};

/** Above cards what a table has in its head: all of them chosen, what is done with those, and their order. */
export const CardsBar = () => {
  const t = useTranslate();
  const isSelectable = useSelectable();
  const { data = [], selectedIds, onSelect } = useListContext<Row>();
  const ids = data.filter(isSelectable).map(({ id }) => id);
  const isAll = ids.length > 0 && ids.every((id) => selectedIds.includes(id));
  const isSome = selectedIds.length > 0;
  return (
    <Box
      className="row line-b"
      sx={{
        padding: '0 8px 0 4px',
        '& .MuiButtonBase-root': { minWidth: 44, minHeight: 44, margin: 0 },
        // The kit fills what it makes an icon of: none of these is the page's main deed.
        '& .MuiIconButton-colorPrimary.MuiIconButton-root': {
          color: 'var(--text-muted)',
          background: 'none',
        },
      }}
    >
      <Checkbox
        aria-label={t('ra.action.select_all')}
        checked={isAll}
        indeterminate={isSome && !isAll}
        disabled={ids.length === 0}
        onChange={() => onSelect(isAll ? [] : [...new Set([...selectedIds, ...ids])])}
      />
      <span className="grow small" role="status">
        {isSome ? t('ra.action.bulk_actions', { smart_count: selectedIds.length }) : null}
      </span>
      {isSome ? <BulkActions /> : <Order />}
    </Box>
  );
};
