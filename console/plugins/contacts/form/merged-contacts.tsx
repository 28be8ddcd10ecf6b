import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Split } from 'lucide-react';
import { useId, useState } from 'react';
import type { ContactView, MergeView } from '../../../../contract/contact.ts';
import { ApiError } from '../../../shell/api.ts';
import { useT } from '../../../shell/i18n.ts';
import { errorText, notify } from '../../../shell/notify.ts';
import { useSession } from '../../../shell/session.tsx';
import { ConfirmDialog } from '../../../shell/ui/confirm-dialog.tsx';
import { listMerges, unmergeContact } from '../data/calls.ts';
import { phone } from '../offers/phone.ts';
import { dayOf } from './day-of.ts';

interface Props {
  readonly contact: ContactView;
  /** `kept`: what is left of it. */
  readonly onUndone: (kept: ContactView) => void;
}

/** Returns why it cannot be undone, in words; undefined: it can. */
const reasonOf = ({ refusal }: MergeView): string | undefined =>
  refusal === undefined ? undefined : errorText(new ApiError(409, refusal, ''));

function Merged({ merge, onUndo }: { readonly merge: MergeView; readonly onUndo: () => void }) {
  const t = useT();
  const id = useId();
  const { name, at, by, until } = merge;
  const reason = reasonOf(merge);
  const values = { name: name || phone(merge.number), day: dayOf(at), who: by.name };
  return (
    <div className="banner bg-2 r-md" role="status">
      <Split className="muted" size={18} aria-hidden="true" />
      <div className="grow">
        <b>{t(by.name === '' ? 'contact.merged.alone' : 'contact.merged.by', values)}</b>
        <p className="muted" id={id}>
          {reason ?? t('contact.merged.until', { day: dayOf(until) })}
        </p>
      </div>
      <Button variant="outlined" disabled={reason !== undefined} aria-describedby={id} onClick={onUndo}>
        {t('contact.merged.undo')}
      </Button>
    </div>
  );
}

/** Who became part of a contact, and what makes two of them again while that can be told. */
export function MergedContacts({ contact, onUndone }: Props) {
  const t = useT();
  const { can } = useSession();
  const [undoing, setUndoing] = useState<MergeView>();
  const { data = [], refetch } = useQuery({
    queryKey: ['contacts', 'merges', contact.id],
    queryFn: ({ signal }) => listMerges(contact.id, signal),
    enabled: can('contacts-page:mergeContacts') && !contact.isGroup,
    // What both write makes it impossible: it is asked anew each time.
    gcTime: 0,
  });
  const undo = async ({ contactId }: MergeView) => {
    try {
      const { kept } = await unmergeContact(contact.id, contactId);
      notify.success('contact.merged.undone');
      onUndone(kept);
    } catch (error) {
      void refetch();
      throw error;
    }
  };
  return (
    <>
      {data.map((merge) => (
        <Merged key={merge.contactId} merge={merge} onUndo={() => setUndoing(merge)} />
      ))}
      {undoing === undefined ? null : (
        <ConfirmDialog
          open
          title={t('contact.merged.confirm', { name: undoing.name || phone(undoing.number) })}
          text={t('contact.merged.text', { name: undoing.name || phone(undoing.number), kept: contact.name })}
          action={t('contact.merged.do')}
          onConfirm={() => undo(undoing)}
          onClose={() => setUndoing(undefined)}
        />
      )}
    </>
  );
}
