import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import { Check, Paperclip, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { expandTemplate } from '../../../domain/ticket/template.ts';
import { useCodeText } from '../../shell/form/inputs.tsx';
import { VariablesText } from '../../shell/form/variables-text.tsx';
import { useLocale, useT } from '../../shell/i18n.ts';
import { useSession } from '../../shell/session.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { defaultSettings, previewOf, settingsQuery, type Variant, variants } from './data.ts';

const ownVariables = ['firstName', 'name', 'greeting', 'protocol', 'date', 'hour'];
type TextName = `${'message' | 'confirmationMessage'}${Variant}`;
/** What these parts know of the form around them. */
type Texts = Record<TextName, string> & { confirmation: boolean };

interface Props {
  /** One that was just chosen. */
  readonly file: File | null;
  /** What goes along, whether it is stored already or not. */
  readonly fileName: string | undefined;
  readonly readOnly: boolean;
}

interface MessageProps {
  readonly name: TextName;
  readonly label: string;
  readonly names: readonly string[];
  readonly readOnly: boolean;
}
function Message({ name, label, names, readOnly }: MessageProps) {
  const { field, fieldState } = useController<Texts>({ name });
  return (
    <VariablesText
      label={label}
      value={field.value}
      wrong={useCodeText()(fieldState.error?.message)}
      rows={4}
      maxLength={4000}
      names={names}
      readOnly={readOnly}
      onChange={field.onChange}
    />
  );
}

/** A file as it goes along: one that was just chosen, if it is a picture, in sight. */
function Attached({ file, name }: { readonly file: File | null; readonly name: string }) {
  const isPicture = file?.type.startsWith('image/') === true;
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file || !isPicture) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file, isPicture]);
  if (url) return <img className="cp-picture block max-full mb-8 r-md" src={url} alt={name} />;
  return (
    <span className="row gap-6 small muted narrow">
      <Paperclip size={14} aria-hidden="true" />
      <span className="trunc">{name}</span>
    </span>
  );
}

interface PreviewProps extends Pick<Props, 'file' | 'fileName'> {
  readonly variant: Variant;
}
/** What one contact reads, with the variables filled in. */
function Preview({ variant, file, fileName }: PreviewProps) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = useSession().user.company;
  const values = useWatch<Texts>();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const expandText = (text: string) =>
    previewOf(
      expandTemplate(text, {
        firstName: 'Beatriz',
        name: 'Beatriz Fontoura',
        agent: '',
        protocol: '20261123-0142',
        at: new Date().toISOString(),
        timeZone,
        locale,
      }),
      Object.fromEntries(settings.variables.map(({ key, value }) => [key, value])),
    );
  const message = values[`message${variant}`] ?? '';
  const question = values.confirmation ? (values[`confirmationMessage${variant}`] ?? '') : '';
  return (
    <section className="col gap-8 p-16 r-lg bg-3" aria-label={t('campaigns.preview')}>
      <h3 className="caption medium muted">{t('campaigns.preview.as', { name: 'Beatriz Fontoura' })}</h3>
      {question.trim() === '' ? null : (
        <>
          <p className="self-start p-8-12 r-lg bg-1 pre anywhere">{expandText(question)}</p>
          <p className="aside p-8-12 r-lg pre anywhere bg-soft">{t('campaigns.preview.yes')}</p>
        </>
      )}
      {message.trim() === '' && fileName === undefined ? (
        <p className="muted">{t('campaigns.preview.empty')}</p>
      ) : (
        <div className="self-start p-8-12 r-lg bg-1 pre anywhere">
          {fileName === undefined ? null : <Attached file={file} name={fileName} />}
          {expandText(message)}
        </div>
      )}
    </section>
  );
}

/** The five texts, each with its question where contacts are asked first. */
export function Messages({ file, fileName, readOnly }: Props) {
  const t = useT();
  const id = useId();
  const [variant, setVariant] = useState<Variant>(1);
  const values = useWatch<Texts>();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const names = [...ownVariables, ...settings.variables.map(({ key }) => key)];
  const writtenCount = variants.filter((one) => (values[`message${one}`] ?? '').trim() !== '').length;
  return (
    <div className="grid gap-12 narrow">
      <Tabs
        value={variant}
        onChange={(_event, wanted: Variant) => setVariant(wanted)}
        aria-label={t('campaigns.messages')}
        variant="scrollable"
      >
        {variants.map((one) => (
          <Tab
            key={one}
            value={one}
            id={`${id}-${one}`}
            aria-controls={`${id}-panel`}
            label={t('campaigns.message.short', { number: one })}
            iconPosition="end"
            {...((values[`message${one}`] ?? '').trim() !== '' && {
              icon: <Check size={14} aria-label={t('campaigns.message.written')} />,
            })}
          />
        ))}
      </Tabs>
      <p className="hint">{t('campaigns.messages.hint', { smart_count: Math.max(1, writtenCount) })}</p>
      <div
        className="cp-texts grid gap-16"
        key={variant}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${variant}`}
      >
        {values.confirmation ? (
          <Message
            name={`confirmationMessage${variant}`}
            label={t('campaigns.question', { number: variant })}
            names={names}
            readOnly={readOnly}
          />
        ) : null}
        <Message
          name={`message${variant}`}
          label={t('campaigns.message', { number: variant })}
          names={names}
          readOnly={readOnly}
        />
        <Preview variant={variant} file={file} fileName={fileName} />
      </div>
    </div>
  );
}

interface FileProps {
  readonly name: string | undefined;
  readonly onChoice: (file: File | null) => void;
}
/** What goes along with the message. */
export function FileChoice({ name, onChoice }: FileProps) {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="row">
      <Button
        variant="outlined"
        startIcon={<Paperclip size={16} aria-hidden="true" />}
        onClick={() => picker.current?.click()}
      >
        {name ?? t('campaigns.file')}
      </Button>
      {name ? (
        <IconButton
          icon={X}
          label={t('campaigns.file.drop', { name })}
          onClick={() => {
            if (picker.current) picker.current.value = '';
            onChoice(null);
          }}
        />
      ) : null}
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('campaigns.file')}
        onChange={(event) => onChoice(event.target.files?.[0] ?? null)}
      />
    </div>
  );
}
