import { FileText, Music, Video, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocale, useT } from '../../../shell/i18n.ts';
import { fileKind, fileSize, mediaTypeOf } from '../message/media.ts';
import type { Attached } from './use-attached.ts';
import './attached-files.css';

const icons = { audio: Music, video: Video, application: FileText } as const;

/** Returns an address for a file's picture while it is shown; freed afterwards, for browsers keep it otherwise. */
function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

function Thumbnail({ file }: { readonly file: File }) {
  const url = useObjectUrl(file);
  const [broken, setBroken] = useState(false);
  return url === undefined || broken ? (
    <FileText size={20} aria-hidden="true" />
  ) : (
    <img
      className="full high"
      style={{ objectFit: 'cover' }}
      src={url}
      alt=""
      onError={() => setBroken(true)}
    />
  );
}

interface Props {
  readonly files: readonly Attached[];
  readonly onRemove: (key: string) => void;
}

/** What will be sent: pictures as pictures, everything else by kind, name and size. */
export function AttachedFiles({ files, onRemove }: Props) {
  const t = useT();
  const locale = useLocale();
  if (files.length === 0) return null;
  return (
    <ul className="tk-attached flex gap-8 wrap scroll" aria-label={t('tickets.composer.attached')}>
      {files.map(({ key, file }) => {
        const kind = mediaTypeOf(file.type);
        const Icon = kind === 'image' ? undefined : icons[kind];
        return (
          <li key={key} className="tk-att row at max-full r-md bg-2">
            <span className="tk-ic middle fixed t-accent clip">
              {Icon === undefined ? <Thumbnail file={file} /> : <Icon size={20} aria-hidden="true" />}
            </span>
            <span className="col narrow small lh-18">
              <span className="trunc" title={file.name}>
                {file.name}
              </span>
              <small className="lh-16 muted">
                {[fileKind(file.name, file.type), fileSize(file.size, locale)].filter(Boolean).join(' · ')}
              </small>
            </span>
            <button
              type="button"
              className="tk-att-x tk-x tk-felt middle muted r-sm"
              aria-label={t('tickets.composer.remove', { name: file.name })}
              onClick={() => onRemove(key)}
            >
              <X size={14} aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
