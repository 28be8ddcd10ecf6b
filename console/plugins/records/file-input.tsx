import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { api } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { notifyError } from '../../shell/notify.ts';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import type { InputProps } from './field-input.tsx';

/** One file of a record, stored as soon as it is chosen: a form that is cancelled loses no upload. */
export const FileInput = ({ id, name, field, resource, record, saved }: InputProps) => {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<{ name: string; url: string } | undefined>(() =>
    typeof record?.[`${name}Url`] === 'string'
      ? { name: String(record.mediaName ?? ''), url: String(record[`${name}Url`]) }
      : undefined,
  );
  if (record === undefined) return <p className="hint">{t('records.file.saveFirst')}</p>;
  const path = `/resources/${resource}/${record.id}/files/${name}`;
  const send = async (file: File | undefined) => {
    try {
      const form = new FormData();
      if (file) form.set('file', file);
      const after = await api<Record<string, unknown>>(
        path,
        file ? { method: 'POST', form } : { method: 'DELETE' },
      );
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
          <a className="trunc" href={shown.url} target="_blank" rel="noopener noreferrer">
            {shown.name}
          </a>
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
