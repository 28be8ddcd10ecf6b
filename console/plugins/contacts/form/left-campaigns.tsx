import Button from '@mui/material/Button';
import { MegaphoneOff } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { ContactView } from '../../../../contract/contact.ts';
import { LabelledField } from '../../../shell/form/fields.tsx';
import { useT } from '../../../shell/i18n.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import { joinCampaigns } from './calls.ts';

/** Letters of a reason. */
const least = 3;
const most = 200;

const wrongOf = (reason: string): string | undefined => {
  const { length } = reason.trim();
  if (length === 0) return 'required';
  if (length < least) return 'short';
  return length > most ? 'long' : undefined;
};

/** Returns a day as people write it, dd/MM/yyyy in every language. */
const dayOf = (instant: string): string =>
  new Date(instant).toLocaleDateString('pt-BR', { dateStyle: 'short' });

interface Props {
  readonly contactId: string;
  /** Since when campaigns do not write to them, an instant. */
  readonly since: string;
  readonly onJoined: (contact: ContactView) => void;
}

/** Says that somebody asked campaigns to leave them alone; who writes to them again says why. */
export function LeftCampaigns({ contactId, since, onJoined }: Props) {
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
    <div className="form-notice ct-left" role="status">
      <MegaphoneOff size={18} aria-hidden="true" />
      <div className="grow">
        <b>{t('contact.campaigns.left', { day: dayOf(since) })}</b>
        {reason === undefined ? null : (
          <LabelledField
            label={t('contact.campaigns.reason')}
            wrong={wrong === undefined ? undefined : t(`contact.error.${wrong}`)}
            htmlInput={{ maxLength: most }}
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
