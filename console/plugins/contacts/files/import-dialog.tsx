import Button from '@mui/material/Button';
import { useState } from 'react';
import type { ImportPreview } from '../../../../contract/contact-import.ts';
import { ApiError } from '../../../shell/api.ts';
import { FormDialog } from '../../../shell/form/form-dialog.tsx';
import { useT } from '../../../shell/i18n.ts';
import { notifyError } from '../../../shell/notify.ts';
import { useAttempt } from '../../../shell/use-attempt.ts';
import { previewImport, startImport, startPhoneImport } from '../data/calls.ts';
import { FilePicker } from './file-picker.tsx';
import { ImportErrors } from './import-errors.tsx';
import { ImportKnown } from './import-known.tsx';
import { ImportResult } from './import-result.tsx';
import { ImportSample } from './import-sample.tsx';
import { useImport } from './use-import.ts';
import { useNumber } from './use-number.ts';

interface Props {
  /** A spreadsheet, or the address book of the connection's phone. */
  readonly from?: 'file' | 'phone';
  /** One that was begun before is opened again. */
  readonly importId?: string;
  readonly onClose: () => void;
}

/** What is to be imported is looked at, and only then taken; it goes on in the background when the dialog is closed. */
export const ImportDialog = ({ from = 'file', importId, onClose }: Props) => {
  const [startedId, setStartedId] = useState(importId);
  return startedId === undefined ? (
    <NewImport from={from} onStarted={setStartedId} onClose={onClose} />
  ) : (
    <StartedImport id={startedId} onClose={onClose} />
  );
};

function StartedImport({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useT();
  const { progress, running, cancel } = useImport(id);
  const [cancelling, setCancelling] = useState(false);
  const end = async () => {
    setCancelling(true);
    try {
      await cancel();
    } catch (error) {
      setCancelling(false);
      notifyError(error);
    }
  };
  return (
    <FormDialog
      title={t('contacts.import.title')}
      submit={t(running ? 'contacts.import.background' : 'contacts.import.finish')}
      busy={false}
      done
      onSubmit={onClose}
      onClose={onClose}
      {...(running && {
        aside: (
          <Button size="large" color="error" disabled={cancelling} onClick={() => void end()}>
            {t(cancelling ? 'contacts.import.cancelling' : 'contacts.import.cancel')}
          </Button>
        ),
      })}
    >
      <ImportResult progress={progress} />
    </FormDialog>
  );
}

interface NewProps {
  readonly from: 'file' | 'phone';
  readonly onStarted: (id: string) => void;
  readonly onClose: () => void;
}

function NewImport({ from, onStarted, onClose }: NewProps) {
  const t = useT();
  const number = useNumber();
  const attempt = useAttempt();
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState<ImportPreview>();
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();

  const attempting = async (work: () => Promise<void>) => {
    setBusy(true);
    setWrong(undefined);
    try {
      await work();
    } catch (error) {
      const code = error instanceof ApiError ? error.errors?.file : undefined;
      if (code === undefined) notifyError(error);
      else setWrong(t(`fields.${code}`, { _: t('fields.unreadable') }));
    }
    setBusy(false);
  };
  const choose = (chosen: File) =>
    attempting(async () => {
      setFile(chosen);
      setPreview(undefined);
      setPreview(await previewImport(chosen));
    });
  const newCount = preview === undefined ? 0 : preview.valid - preview.existing;
  const ready = from === 'phone' || newCount > 0;
  const submit = () => {
    if (!ready) return undefined;
    return void attempting(async () => {
      const started =
        file === undefined
          ? await startPhoneImport(attempt('phone'))
          : await startImport(file, attempt([file.name, file.size, file.lastModified]));
      onStarted(started.id);
    });
  };
  const deed = (): string => {
    if (from === 'phone') return t('contacts.import.phone.submit');
    return newCount === 0
      ? t('contacts.import.deed')
      : t('contacts.import.submit', { smart_count: newCount, rows: number(newCount) });
  };
  return (
    <FormDialog
      title={t(from === 'phone' ? 'contacts.import.phone.title' : 'contacts.import.title')}
      submit={deed()}
      busy={busy || !ready}
      onSubmit={submit}
      onClose={onClose}
    >
      {from === 'phone' ? (
        <p>{t('contacts.import.phone.text')}</p>
      ) : (
        <FilePicker file={file} wrong={wrong} busy={busy && preview === undefined} onChoose={choose} />
      )}
      {preview === undefined ? null : (
        <>
          <p role="status">
            {t('contacts.import.found', {
              smart_count: preview.total,
              rows: number(preview.total),
              valid: number(newCount),
            })}
          </p>
          <ImportSample rows={preview.sample} />
          <ImportKnown known={preview.known} existing={preview.existing} />
          <ImportErrors errors={preview.errors} refused={preview.refused} />
        </>
      )}
    </FormDialog>
  );
}
