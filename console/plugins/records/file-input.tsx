import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { api } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { notifyError } from '../../shell/notify.ts';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import type { InputProps } from './field-input.tsx';

/** Puts a record's file, or takes it away; gives the record as it is then. */
export const storeFile = (resource: string, id: string, name: string, file: File | undefined) => {
  const form = new FormData();
  if (file) form.set('file', file);
  return api<Record<string, unknown>>(
    `/resources/${resource}/${id}/files/${name}`,
    file ? { method: 'POST', form } : { method: 'DELETE' },
  );
};

/**
 * One file of a record, stored as soon as it is chosen: a form that is cancelled loses no upload. A record that does not
 * exist yet has its file sent once it does.
 */
export const FileInput = ({ id, name, field, resource, record, saved, onChange }: InputProps) => {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<{ name: string; url: string } | undefined>(() =>
    typeof record?.[`${name}Url`] === 'string'
      ? { name: String(record.mediaName ?? ''), url: String(record[`${name}Url`]) }
      : undefined,
  );
  const send = async (file: File | undefined) => {
    if (record === undefined) {
      setShown(file && { name: file.name, url: '' });
      return onChange(file ?? null);
    }
    try {
      const after = await storeFile(resource, record.id, name, file);
      setShown(
        file
          ? { name: String(after.mediaName ?? file.name), url: String(after[`${name}Url`] ?? '') }
          : undefined,
      );
      saved();
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <div className="row">
      <input
        ref={picker}
        id={id}
        type="file"
        hidden
        accept={field.widget.kind === 'file' ? field.widget.accept : undefined}
        onChange={(event) => {
          void send(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      {shown ? (
        <>
          {shown.url === '' ? (
            <span className="trunc">{shown.name}</span>
          ) : (
            <a className="trunc" href={shown.url} target="_blank" rel="noopener noreferrer">
              {shown.name}
            </a>
          )}
          <IconButton small label={t('records.file.remove')} icon={X} onClick={() => void send(undefined)} />
        </>
      ) : (
        <button type="button" className="btn btn-outline" onClick={() => picker.current?.click()}>
          <Paperclip className="i" size={16} aria-hidden="true" />
          {t('records.file.choose')}
        </button>
      )}
    </div>
  );
};
