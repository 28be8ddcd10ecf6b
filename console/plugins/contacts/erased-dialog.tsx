import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import { useT } from '../../shell/i18n.ts';
import { notifyError } from '../../shell/notify.ts';
import { saveFile } from '../../shell/save-file.ts';
import { TitledDialog } from '../../shell/ui/titled-dialog.tsx';
import { getCertificate, getErasure } from './data/calls.ts';

const ASK_EVERY_MS = 1_000;

/** What became of an erasure: it takes some seconds until no process can know anything any more; then the certificate. */
export const ErasedDialog = ({
  contactId,
  onClose,
}: {
  readonly contactId: string;
  readonly onClose: () => void;
}) => {
  const t = useT();
  const { data } = useQuery({
    queryKey: ['erasure', contactId],
    queryFn: ({ signal }) => getErasure(contactId, signal),
    refetchInterval: ({ state }) => (state.data?.status === 'erased' ? false : ASK_EVERY_MS),
  });
  const done = data?.status === 'erased';
  const download = () =>
    getCertificate(contactId)
      .then((file) => saveFile(file, `${contactId}.txt`))
      .catch(notifyError);
  return (
    <TitledDialog
      look="question"
      title={t(done ? 'contacts.erased.title' : 'contacts.erased.underTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('shell.close')}</Button>
          <Button variant="contained" disabled={!done} onClick={() => void download()}>
            {t('contacts.erased.certificate')}
          </Button>
        </>
      }
    >
      <p className="row muted" role="status">
        {done ? null : <LoaderCircle className="i spin" size={16} aria-hidden="true" />}
        {data?.taken ? t('contacts.erased.done', data.taken) : t('contacts.erased.under')}
      </p>
    </TitledDialog>
  );
};
