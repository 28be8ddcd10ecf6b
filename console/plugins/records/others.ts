import { useGetList, useRecordContext } from 'react-admin';
import { useDeclared } from './declared.ts';
import type { Row } from './parts.ts';

const all = 1_000;

/** Returns the rows beside the one that the form is of: whose colours are taken, up to which number they count. */
export const useOthers = (wanted = true) => {
  const { record } = useDeclared();
  const row = useRecordContext<Row>();
  const { data, isPending } = useGetList<Row>(
    record.plural,
    { pagination: { page: 1, perPage: all }, sort: { field: record.title, order: 'ASC' }, filter: {} },
    { enabled: wanted },
  );
  return { record, others: data?.filter(({ id }) => id !== row?.id), isPending: wanted && isPending };
};
