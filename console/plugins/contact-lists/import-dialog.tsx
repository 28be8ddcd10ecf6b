import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { Download, FileSpreadsheet } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ListImport } from '../../../contract/contact-list.ts';
import { FormDialog } from '../../shell/form/form-dialog.tsx';
import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';
import { notifyError } from '../../shell/notify.ts';
import { importFile, key, previewFile, saveExample } from './data.ts';

interface Props {
  readonly listId: string;
  readonly onClose: () => void;
}

/** Which rows were not taken, and why. */
function Errors({ errors }: Pick<ListImport, 'errors'>) {
  const t = useT();
  if (errors.length === 0) return null;
  return (
    <ul className="cl-errors" aria-label={t('lists.import.errors')}>
      {errors.map(({ row, field, code, value }) => (
        <li key={`${row}-${field}`}>
          <b className="num">{t('lists.import.row', { row })}</b>
          <span>{t(`lists.import.field.${field}`)}</span>
          <span className="muted">{t(`lists.import.code.${code}`, { _: t('fields.invalid') })}</span>
          <code className="mono trunc">{value}</code>
        </li>
      ))}
    </ul>
  );
}

/** A spreadsheet: looked at first, then put into the list. */
export function ImportDialog({ listId, onClose }: Props) {
  const t = useT();
  const locale = intlLocale[useLocale()];
  const cache = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [report, setReport] = useState<ListImport>();
  const [isDone, setDone] = useState(false);
  const [isBusy, setBusy] = useState(false);
  // Sent again after the network was away, it is the same file.
  const [once] = useState(() => crypto.randomUUID());

  const work = async (run: () => Promise<ListImport>, done: boolean) => {
    setBusy(true);
    try {
      setReport(await run());
      setDone(done);
    } catch (error) {
      setReport(undefined);
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    setDone(false);
    void work(() => previewFile(listId, chosen), false);
  };
  const submit = async () => {
    if (!file) return picker.current?.click();
    if (isDone) return onClose();
    await work(() => importFile(listId, file, once), true);
    await cache.invalidateQueries({ queryKey: key });
  };
  const written = (count = 0) => new Intl.NumberFormat(locale).format(count);
  const numbers = report && {
    smart_count: isDone ? report.added : report.valid,
    valid: written(report.valid),
    added: written(report.added),
    existing: written(report.existing),
    refused: written(report.refused),
  };
  const example = () => saveExample().catch(notifyError);
  return (
    <FormDialog
      wide
      title={t('lists.import')}
      submit={t(isDone ? 'lists.import.done' : file && report ? 'lists.import.do' : 'lists.import.choose')}
      done={isDone}
      busy={isBusy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="muted">{t('lists.import.help')}</p>
      <div className="row cl-file">
        <Button
          variant="outlined"
          startIcon={<FileSpreadsheet size={16} aria-hidden="true" />}
          onClick={() => picker.current?.click()}
        >
          <span className="trunc">{file?.name ?? t('lists.import.choose')}</span>
        </Button>
        <Button startIcon={<Download size={16} aria-hidden="true" />} onClick={() => void example()}>
          {t('lists.example')}
        </Button>
      </div>
      <input
        ref={picker}
        type="file"
        className="vh"
        tabIndex={-1}
        accept=".xls,.xlsx,.csv"
        aria-label={t('lists.import.file')}
        onChange={({ target }) => choose(target.files?.[0])}
      />
      {isBusy ? (
        <p role="status">{t(file && report ? 'lists.import.putting' : 'lists.import.reading')}</p>
      ) : null}
      {report && !isBusy ? (
        <p role="status">{t(isDone ? 'lists.import.result' : 'lists.import.preview', numbers)}</p>
      ) : null}
      {report ? <Errors errors={report.errors} /> : null}
    </FormDialog>
  );
}
