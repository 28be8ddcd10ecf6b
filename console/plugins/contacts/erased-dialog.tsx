import Dialog from '@mui/material/Dialog';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useT } from '../../shell/i18n.ts';
import { notifyError } from '../../shell/notify.ts';
import { getCertificate, getErasure } from './data/calls.ts';
import { saveFile } from './files/save-file.ts';

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
  const id = useId();
  const { data } = useQuery({
    queryKey: ['erasure', contactId],
    queryFn: ({ signal }) => getErasure(contactId, signal),
    refetchInterval: ({ state }) => (state.data?.status === 'erased' ? false : ASK_EVERY_MS),
  });
  const download = () =>
    getCertificate(contactId)
      .then((file) => saveFile(file, `${contactId}.txt`))
      .catch(notifyError);
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      slotProps={{ paper: { className: 'dialog confirm-dialog' } }}
    >
      <header>
        <h2 id={id}>{t('contacts.erased.title')}</h2>
      </header>
      <div className="body" style={{ paddingTop: 0 }}>
        <p className="muted" role="status">
          {data?.taken ? t('contacts.erased.done', data.taken) : t('contacts.erased.under')}
        </p>
      </div>
      <footer>
        <button type="button" className="btn btn-text" onClick={onClose}>
          {t('shell.close')}
        </button>
        <button
          type="button"
          className="btn btn-primary"
          disabled={data?.status !== 'erased'}
          onClick={() => void download()}
        >
          {t('contacts.erased.certificate')}
        </button>
      </footer>
    </Dialog>
  );
};
