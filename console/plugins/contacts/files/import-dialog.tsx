import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../shell/api.ts';
import { FormDialog } from '../../../shell/form/form-dialog.tsx';
import { useT } from '../../../shell/i18n.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import { useAttempt } from '../../../shell/use-attempt.ts';
import {
  getImport,
  type ImportPreview,
  previewImport,
  startImport,
  startPhoneImport,
} from '../data/calls.ts';
import { keys } from '../data/keys.ts';
import { FilePicker } from './file-picker.tsx';
import { ImportErrors } from './import-errors.tsx';
import { ImportResult } from './import-result.tsx';
import { ImportSample } from './import-sample.tsx';

const POLL_MS = 500;

interface Props {
  /** A spreadsheet, or the address book of the connection's phone. */
  readonly from: 'file' | 'phone';
  readonly onClose: () => void;
}

/** What is to be imported is looked at, and only then taken; it goes on in the background when the dialog is closed. */
export const ImportDialog = ({ from, onClose }: Props) => {
  const t = useT();
  const attempt = useAttempt();
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState<ImportPreview>();
  const [importId, setImportId] = useState<string>();
  const [busy, setBusy] = useState(false);
  const progress = useQuery({
    queryKey: keys.import(importId ?? ''),
    queryFn: ({ signal }) => getImport(importId ?? '', signal),
    enabled: importId !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'done' ? false : POLL_MS),
    refetchOnWindowFocus: false,
  }).data;

  const attempting = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const wrong = error instanceof ApiError ? error.errors?.file : undefined;
      if (wrong === undefined) notifyError(error);
      // 'Check the marked fields' would mark nothing here.
      else notify.error(wrong === 'empty' ? 'contacts.import.empty' : 'contacts.import.unreadable');
    }
    setBusy(false);
  };
  const choose = (chosen: File) =>
    attempting(async () => {
      setFile(chosen);
      setPreview(undefined);
      setPreview(await previewImport(chosen));
    });
  const ready = from === 'phone' || (preview?.valid ?? 0) > 0;
  const submit = () => {
    if (importId !== undefined) return onClose();
    if (!ready) return undefined;
    return void attempting(async () => {
      const started =
        file === undefined
          ? await startPhoneImport(attempt('phone'))
          : await startImport(file, attempt([file.name, file.size, file.lastModified]));
      setImportId(started.id);
    });
  };
  const begun = importId !== undefined;
  const deed =
    from === 'phone'
      ? t('contacts.import.phone.submit')
      : preview === undefined
        ? t('contacts.import.deed')
        : t('contacts.import.submit', { smart_count: preview.valid });
  return (
    <FormDialog
      title={t(from === 'phone' ? 'contacts.import.phone.title' : 'contacts.import.title')}
      submit={
        begun
          ? t(progress?.status === 'done' ? 'contacts.import.finish' : 'contacts.import.background')
          : deed
      }
      busy={!begun && (busy || !ready)}
      done={begun}
      onSubmit={submit}
      onClose={onClose}
    >
      {begun || from === 'phone' ? null : (
        <FilePicker file={file} busy={busy && preview === undefined} onChoose={choose} />
      )}
      {begun || from === 'file' ? null : <p>{t('contacts.import.phone.text')}</p>}
      {begun || preview === undefined ? null : (
        <>
          <p role="status">
            {t('contacts.import.found', { smart_count: preview.total, valid: preview.valid })}
          </p>
          <ImportSample rows={preview.sample} />
          <ImportErrors errors={preview.errors} refused={preview.refused} />
        </>
      )}
      {begun ? <ImportResult progress={progress} /> : null}
    </FormDialog>
  );
};
