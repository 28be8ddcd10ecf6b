import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { v7 as newId } from 'uuid';
import { useT } from '../../../console/shell/i18n.ts';
import { notify, notifyError } from '../../../console/shell/notify.ts';
import type { ConnectionView } from '../../../contract/connection.ts';
import { write } from './calls.ts';
import { setPhoneOpen } from './open-state.ts';

const number = '5511955500199';

/** Somebody writes from the test phone, which then stands open beside the conversation. */
export const FirstCustomer = (props: {
  readonly connection: Pick<ConnectionView, 'id'>;
  readonly variant: 'contained' | 'outlined';
}) => {
  const { connection, variant } = props;
  const t = useT();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      write(
        connection.id,
        { number, name: t('testPhone.first.name') },
        { id: newId(), body: t('testPhone.first.body') },
      ),
    onSuccess: () => {
      setPhoneOpen(true);
      notify.success('testPhone.first.sent');
    },
    onError: (error) => notifyError(error),
  });
  return (
    <Button variant={variant} aria-disabled={isPending} onClick={() => isPending || mutate()}>
      {t('testPhone.first.act')}
    </Button>
  );
};
