import Button from '@mui/material/Button';
import { MegaphoneOff } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { ContactView } from '../../../../contract/contact.ts';
import { LabelledField } from '../../../shell/form/fields.tsx';
import { useT } from '../../../shell/i18n.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import { useSession } from '../../../shell/session.tsx';
import { joinCampaigns, leaveCampaigns } from './calls.ts';
import { dayOf } from './day-of.ts';

/** Letters of a reason. */
const leastLetters = 3;
const mostLetters = 200;

const wrongOf = (reason: string): string | undefined => {
  const { length } = reason.trim();
  if (length === 0) return 'required';
  if (length < leastLetters) return 'short';
  return length > mostLetters ? 'long' : undefined;
};

interface Props {
  readonly contactId: string;
  /** Since when campaigns do not write to them, an instant. */
  readonly since: string;
  readonly onJoined: (contact: ContactView) => void;
}

/** Says that somebody asked campaigns to leave them alone; who writes to them again says why. */
function LeftCampaigns({ contactId, since, onJoined }: Props) {
  const t = useT();
  const [reason, setReason] = useState<string>();
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const join = async (said: string) => {
    const refused = wrongOf(said);
    setWrong(refused);
    if (refused !== undefined || busy) return;
    setBusy(true);
    try {
      onJoined(await joinCampaigns(contactId, said.trim()));
      notify.success('contact.campaigns.joined');
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // The form around it is another deed.
    event.preventDefault();
    void join(reason ?? '');
  };
  return (
    <div className="banner r-md" role="status">
      <MegaphoneOff size={18} aria-hidden="true" />
      <div className="grow">
        <b>{t('contact.campaigns.left', { day: dayOf(since) })}</b>
        {reason === undefined ? null : (
          <LabelledField
            label={t('contact.campaigns.reason')}
            wrong={wrong === undefined ? undefined : t(`contact.error.${wrong}`)}
            htmlInput={{ maxLength: mostLetters }}
            autoFocus
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </div>
      <Button
        variant="outlined"
        disabled={busy}
        onClick={() => (reason === undefined ? setReason('') : void join(reason))}
      >
        {t(reason === undefined ? 'contact.campaigns.join' : 'contact.campaigns.confirm')}
      </Button>
    </div>
  );
}

interface ContactCampaignsProps {
  readonly contact: Pick<ContactView, 'id' | 'isGroup' | 'leftCampaigns'>;
  /** What is there now. */
  readonly onChanged: (contact: ContactView) => void;
}

/** Whether campaigns write to a contact, and what takes them out or in again, as they asked for. */
export function ContactCampaigns({ contact, onChanged }: ContactCampaignsProps) {
  const t = useT();
  const { has } = useSession();
  const [since, setSince] = useState(contact.leftCampaigns);
  const [busy, setBusy] = useState(false);
  const changed = (next: ContactView) => {
    setSince(next.leftCampaigns);
    onChanged(next);
  };
  const leave = async () => {
    setBusy(true);
    try {
      changed(await leaveCampaigns(contact.id));
      notify.success('contact.campaigns.taken');
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  if (since !== undefined) return <LeftCampaigns contactId={contact.id} since={since} onJoined={changed} />;
  if (contact.isGroup || !has('useCampaigns')) return null;
  return (
    <Button
      size="small"
      className="self-start"
      startIcon={<MegaphoneOff size={16} aria-hidden="true" />}
      disabled={busy}
      onClick={() => void leave()}
    >
      {t('contact.campaigns.leave')}
    </Button>
  );
}
