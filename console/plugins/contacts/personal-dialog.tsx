import Button from '@mui/material/Button';
import { Download, ShieldX } from 'lucide-react';
import { useState } from 'react';
import type { ContactView } from '../../../contract/contact.ts';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { saveFile } from '../../shell/save-file.ts';
import { TitledDialog } from '../../shell/ui/titled-dialog.tsx';
import { exportContact } from './data/calls.ts';

/** What a person may demand of their data: to have them all, or to have them erased. */
export const PersonalDialog = ({
  contact,
  onErase,
  onClose,
}: {
  readonly contact: ContactView;
  readonly onErase: () => void;
  readonly onClose: () => void;
}) => {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveFile(await exportContact(contact.id), `${contact.name || contact.number}.zip`);
      notify.success('contacts.personal.exported');
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <TitledDialog
      look="page"
      title={t('contacts.personal.title', { name: contact.name })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('shell.close')}</Button>}
    >
      <div className="grid gap-12 start-x">
        <p className="muted">{t('contacts.personal.export.text')}</p>
        <Button variant="outlined" disabled={busy} aria-busy={busy} onClick={() => void download()}>
          <Download size={16} aria-hidden="true" />
          {t(busy ? 'contacts.personal.exporting' : 'contacts.personal.export')}
        </Button>
      </div>
      <div className="grid gap-12 start-x soft-t pt-16">
        <p className="muted">{t('contacts.erase.text')}</p>
        <Button variant="outlined" disabled={busy} onClick={onErase}>
          <ShieldX size={16} aria-hidden="true" />
          {t('contacts.erase.do')}…
        </Button>
      </div>
    </TitledDialog>
  );
};
