import { Paperclip } from 'lucide-react';
import { FileInput as AdminFileInput, FileField, useRecordContext, useTranslate } from 'react-admin';
import type { InputPart, Row } from './parts.ts';

/** Returns `image/*,application/pdf` in react-dropzone's way. */
const acceptOf = (accept: string): Record<string, string[]> =>
  Object.fromEntries(accept.split(',').map((type) => [type.trim(), []]));

interface Props extends InputPart {
  readonly accept: string;
  readonly helperText: string | false;
}

/** One file of a record: chosen or dropped here, stored with the form's success; one that is taken out goes with it. */
export const FileInput = ({ source, label, accept, helperText }: Props) => {
  const row = useRecordContext<Row>();
  const t = useTranslate();
  return (
    <AdminFileInput
      source={source}
      label={label}
      accept={acceptOf(accept)}
      inputProps={{ 'aria-label': label }}
      helperText={helperText}
      // The record holds the stored file's id; its name and address stand beside it.
      format={(value: unknown) =>
        typeof value === 'string' && value !== ''
          ? { src: row?.[`${source}Url`], title: String(row?.mediaName ?? row?.[`${source}Name`] ?? label) }
          : (value ?? null)
      }
      parse={(value: unknown) =>
        value instanceof File ? { rawFile: value, src: URL.createObjectURL(value), title: value.name } : value
      }
      placeholder={
        <span className="inline gap-8">
          <Paperclip size={16} aria-hidden="true" />
          {t('ra.input.file.upload_single')}
        </span>
      }
    >
      <FileField source="src" title="title" target="_blank" rel="noopener noreferrer" />
    </AdminFileInput>
  );
};
