import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Trash2, Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import type { LogoView } from '../../../contract/setting.ts';
import type { LogoRef } from '../../../domain/company/logos.ts';
import { useT } from '../../shell/i18n.ts';
import { acceptedTypes } from './logo-data.ts';

/** What an image of each place is best made to. */
const pixels: Readonly<Record<LogoRef, string>> = {
  signup: '320 × 80',
  login: '320 × 80',
  interno: '160 × 40',
  favicon: '32 × 32',
  'favicon-256x256': '256 × 256',
  'apple-touch-icon': '180 × 180',
};

const Shown = ({ logo: { ref, url, own } }: { readonly logo: LogoView }) => {
  const t = useT();
  const image = <img src={url} alt="" />;
  if (ref === 'favicon')
    return (
      <span className="lo-tab row gap-10 px-16 caption boxed bg-1">
        {image}
        <span className="trunc">Balcão</span>
      </span>
    );
  if (own && ref !== 'favicon-256x256' && ref !== 'apple-touch-icon')
    return (
      <span className="lo-own row gap-10 h1 bold">
        {image}
        <span>Balcão</span>
      </span>
    );
  return <img src={url} alt={t(`settings.logo.${ref}`)} />;
};

interface Props {
  readonly logo: LogoView;
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
  readonly onRemove: () => void;
}

/** One place: the image as it stands there, and another one by a click or dropped on it. */
export const LogoCard = ({ logo, busy, onFile, onRemove }: Props) => {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { ref, own } = logo;
  const name = t(`settings.logo.${ref}`);
  const take = (file: File | undefined) => file && !busy && onFile(file);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <figure
      className={`card lo-card clip${over ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={`lo-shown middle p-16 soft-b lo-${ref}`}>
        {over ? (
          <span className="lo-drop middle gap-6 small r-md">
            <Upload size={20} aria-hidden="true" />
            {t('settings.logo.drop')}
          </span>
        ) : (
          <Shown logo={logo} />
        )}
      </div>
      <figcaption className="row p-8-16">
        <div className="grow">
          <b className="block">{name}</b>
          <small className="block mono subtle nowrap">{ref}</small>
        </div>
        <small className="block num subtle nowrap">{pixels[ref]}</small>
        <input
          ref={input}
          type="file"
          hidden
          tabIndex={-1}
          aria-label={t('settings.logo.fileFor', { place: name })}
          accept={acceptedTypes}
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button
          size="small"
          variant="outlined"
          aria-disabled={busy}
          aria-label={t(own ? 'settings.logo.sendFor' : 'settings.logo.changeFor', { place: name })}
          onClick={() => input.current?.click()}
        >
          {t(own ? 'settings.logo.send' : 'settings.logo.change')}
        </Button>
        {own ? null : (
          <IconButton
            size="small"
            aria-label={t('settings.logo.removeOf', { place: name })}
            onClick={onRemove}
          >
            <Trash2 size={16} />
          </IconButton>
        )}
      </figcaption>
    </figure>
  );
};
