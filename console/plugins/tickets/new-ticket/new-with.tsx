import { useSearchParams } from 'react-router';
import { NewTicketDialog } from '../lazy-dialogs.tsx';
import { useContact } from '../ticket/use-contact.ts';
import { newWithParam } from './address.ts';

function With({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data: contact } = useContact(id);
  return contact === undefined ? null : <NewTicketDialog contact={contact} onClose={onClose} />;
}

/** The dialog for a new conversation, where the address names its contact; closed, it is named no more. */
export function NewWith() {
  const [params, setParams] = useSearchParams();
  const id = params.get(newWithParam);
  if (id === null || id === '') return null;
  const close = () =>
    setParams(
      (held) => {
        const next = new URLSearchParams(held);
        next.delete(newWithParam);
        return next;
      },
      { replace: true },
    );
  return <With key={id} id={id} onClose={close} />;
}
