import DialogContentText from '@mui/material/DialogContentText';
import IconButton from '@mui/material/IconButton';
import { Pencil } from 'lucide-react';
import { DeleteWithConfirmButton, useRecordContext, useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { useDeclared, useRights } from './declared.ts';
import type { Row } from './parts.ts';

/** Returns how a row is called: by the field that the record names its rows by. */
export const useRowName = () => {
  const { record } = useDeclared();
  return (row: Row | undefined): string => String(row?.[record.title] ?? '');
};

/** What can be done with a row: to change it, and to delete it after a confirmation. */
export const RowActions = () => {
  const { record, parts, entry } = useDeclared();
  const rights = useRights();
  const t = useTranslate();
  const nameOf = useRowName();
  const { search } = useLocation();
  const row = useRecordContext<Row>();
  if (row === undefined) return null;
  const name = nameOf(row);
  const Own = parts.rowActions;
  const Before = parts.beforeDelete;
  const question = t('records.delete.text');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click on a button is not a click on its row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row has no key
    <span className="rc-actions inline gap-2 nowrap" onClick={(event) => event.stopPropagation()}>
      {Own ? <Own row={row} /> : null}
      {rights.update(row) ? (
        <IconButton
          component={Link}
          data-edit
          aria-label={t('records.editOne', { name })}
          title={t('records.editOne', { name })}
          to={{ pathname: `${entry.path}/${row.id}`, search }}
          state={{ over: true }}
        >
          <Pencil size={18} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      ) : null}
      {rights.delete(row) ? (
        <DeleteWithConfirmButton
          label=""
          aria-label={t('records.deleteOne', { name })}
          confirmTitle={t('records.delete.title', { name })}
          confirmContent={
            Before ? (
              <div className="grid gap-12">
                <DialogContentText>{question}</DialogContentText>
                <Before row={row} />
              </div>
            ) : (
              question
            )
          }
          successMessage={t(`resources.${record.plural}.deleted`, { name })}
          redirect={false}
          mutationMode="pessimistic"
        />
      ) : null}
    </span>
  );
};
