import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../../../shell/i18n.ts';
import { notifyError } from '../../../shell/notify.ts';
import { FormDialog } from '../../../shell/ui/form-dialog.tsx';
import { useAttempt } from '../../../shell/use-attempt.ts';
import { getImport, type ImportPreview, previewImport, startImport } from '../data/calls.ts';
import { keys } from '../data/keys.ts';
import { FilePicker } from './file-picker.tsx';
import { ImportErrors } from './import-errors.tsx';
import { ImportSample } from './import-sample.tsx';

const POLL_MS = 500;

/** A file is chosen, looked at, and only then imported; it goes on in the background when the dialog is closed. */
export const ImportDialog = ({ onClose }: { readonly onClose: () => void }) => {
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
      notifyError(error);
    }
    setBusy(false);
  };
  const choose = (chosen: File) =>
    attempting(async () => {
      setFile(chosen);
      setPreview(undefined);
      setPreview(await previewImport(chosen));
    });
  const submit = () => {
    if (importId !== undefined) return onClose();
    if (file === undefined || preview === undefined || preview.valid === 0) return undefined;
    const asked = [file.name, file.size, file.lastModified];
    return void attempting(async () => setImportId((await startImport(file, attempt(asked))).id));
  };
  const running = importId !== undefined && progress?.status !== 'done';
  const seen = progress === undefined ? 0 : progress.created + progress.existing + progress.refused;
  const total = progress?.total ?? preview?.total ?? 0;
  return (
    <FormDialog
      title={t('contacts.import.title')}
      submit={
        importId === undefined
          ? t('contacts.import.submit', { smart_count: preview?.valid ?? 0 })
          : t(running ? 'contacts.import.background' : 'contacts.import.finish')
      }
      busy={importId === undefined && (busy || (preview?.valid ?? 0) === 0)}
      onSubmit={submit}
      onClose={onClose}
    >
      {importId === undefined ? <FilePicker file={file} busy={busy} onChoose={choose} /> : null}
      {importId === undefined && preview !== undefined ? (
        <>
          <p role="status">
            {t('contacts.import.found', { smart_count: preview.total, valid: preview.valid })}
          </p>
          <ImportSample rows={preview.sample} />
          <ImportErrors errors={preview.errors} refused={preview.refused} />
        </>
      ) : null}
      {importId === undefined ? null : (
        <>
          <div
            className="ct-progress"
            role="progressbar"
            aria-label={t('contacts.import.title')}
            aria-valuemin={0}
            aria-valuemax={total}
            aria-valuenow={seen}
          >
            <span style={{ width: `${total === 0 ? 0 : Math.round((100 * seen) / total)}%` }} />
          </div>
          <p role="status">
            {t(running ? 'contacts.import.running' : 'contacts.import.done', { seen, total })}
          </p>
          {progress === undefined ? null : (
            <dl className="ct-result">
              {(['created', 'existing', 'refused'] as const).map((kind) => (
                <div key={kind}>
                  <dt>{t(`contacts.import.${kind}`)}</dt>
                  <dd className="num">{progress[kind]}</dd>
                </div>
              ))}
            </dl>
          )}
          {progress === undefined ? null : (
            <ImportErrors errors={progress.errors} refused={progress.refused} />
          )}
        </>
      )}
    </FormDialog>
  );
};
