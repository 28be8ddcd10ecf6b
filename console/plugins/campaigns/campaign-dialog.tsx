import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Paperclip, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { expandTemplate } from '../../../domain/ticket/template.ts';
import { connectionsQuery } from '../../shell/connections.ts';
import { DayInput, TimeInput } from '../../shell/form/day-input.tsx';
import { FormDialog } from '../../shell/form/form-dialog.tsx';
import { CheckInput, TextInput, useCodeText } from '../../shell/form/inputs.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { VariablesText } from '../../shell/form/variables-text.tsx';
import { useLocale, useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { queuesQuery } from '../../shell/queues.ts';
import { useSession } from '../../shell/session.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import './campaigns.css';
import {
  type CampaignView,
  contactListsQuery,
  defaultSettings,
  dropFile,
  filesQuery,
  keys,
  previewOf,
  saveCampaign,
  settingsQuery,
  tagsQuery,
  uploadFile,
  type Variant,
  variants,
  wordsOf,
} from './data.ts';

const ownVariables = ['firstName', 'name', 'greeting', 'protocol', 'date', 'hour'];
const texts = z.string();
const schema = z
  .object({
    name: z.string().trim().min(1, 'required').min(2, 'tooShort').max(50, 'tooLong'),
    contactListId: z.string(),
    tagListId: z.string(),
    connectionId: z.string(),
    fileListId: z.string(),
    queueId: z.string(),
    day: z.string(),
    time: z.string(),
    confirmation: z.boolean(),
    confirmationWords: z.string(),
    quietHours: z.boolean(),
    message1: texts,
    message2: texts,
    message3: texts,
    message4: texts,
    message5: texts,
    confirmationMessage1: texts,
    confirmationMessage2: texts,
    confirmationMessage3: texts,
    confirmationMessage4: texts,
    confirmationMessage5: texts,
  })
  .refine(({ day, time }) => day === '' || time !== '', { path: ['time'], message: 'required' });
type Values = z.input<typeof schema>;

/** Returns what a form begins with; a new campaign's time is the first hour of a shop's day. */
function valuesOf(campaign: CampaignView | undefined): Values {
  const at = campaign?.scheduledAt ?? '';
  const said = Object.fromEntries(
    variants.flatMap((variant) =>
      (['message', 'confirmationMessage'] as const).map((kind) => [
        `${kind}${variant}`,
        campaign?.[`${kind}${variant}`] ?? '',
      ]),
    ),
  ) as Pick<Values, `message${Variant}` | `confirmationMessage${Variant}`>;
  return {
    ...said,
    name: campaign?.name ?? '',
    contactListId: campaign?.contactListId ?? '',
    tagListId: campaign?.tagListId ?? '',
    connectionId: campaign?.connectionId ?? '',
    fileListId: campaign?.fileListId ?? '',
    queueId: campaign?.queueId ?? '',
    day: at.slice(0, 10),
    time: at === '' ? '08:00' : at.slice(11, 16),
    confirmation: campaign?.confirmation ?? false,
    confirmationWords: (campaign?.confirmationWords ?? ['sim', 's', '1', 'ok']).join(', '),
    quietHours: campaign?.quietHours ?? false,
  };
}

/** Returns what is sent: empty texts are null, the time is the company's wall. */
const bodyOf = ({ day, time, confirmationWords, ...values }: Values) => ({
  ...Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.trim() === '' ? null : value,
    ]),
  ),
  confirmationWords: wordsOf(confirmationWords),
  scheduledAt: day === '' ? null : `${day} ${time}:00`,
});

/** Who gets it, by which connection, when, and where answers go. */
function Aim() {
  const t = useT();
  const { confirmation, contactListId, tagListId } = useWatch<Values>();
  const { data: lists } = useQuery(contactListsQuery);
  const { data: tags } = useQuery(tagsQuery);
  const { data: files } = useQuery(filesQuery);
  const { data: connections } = useQuery(connectionsQuery);
  const { data: queues } = useQuery(queuesQuery);
  const { setValue } = useFormContext<Values>();
  const choices = (all: readonly { id: string; name: string }[] | undefined, none: string) => [
    { value: '', label: t(none) },
    ...(all ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <div className="cp-cols">
        <TextInput<Values>
          name="contactListId"
          label={t('campaigns.field.list')}
          choices={choices(lists, 'campaigns.list.none')}
          hint={contactListId === '' ? t('campaigns.field.list.hint') : undefined}
          onChange={() => setValue('tagListId', '')}
        />
        <TextInput<Values>
          name="tagListId"
          label={t('campaigns.field.tag')}
          choices={choices(tags, 'campaigns.none')}
          hint={tagListId === '' ? undefined : t('campaigns.field.tag.hint')}
          onChange={() => setValue('contactListId', '')}
        />
        <TextInput<Values>
          name="connectionId"
          label={t('campaigns.column.connection')}
          choices={choices(connections, 'campaigns.connection.none')}
        />
        <div className="cp-when">
          <DayInput name="day" label={t('campaigns.field.day')} />
          <TimeInput name="time" label={t('campaigns.field.time')} />
        </div>
        <TextInput<Values>
          name="fileListId"
          label={t('campaigns.field.files')}
          choices={choices(files, 'campaigns.none')}
        />
        <TextInput<Values>
          name="queueId"
          label={t('campaigns.field.queue')}
          choices={choices(queues, 'campaigns.none')}
        />
      </div>
      <div className="cp-cols">
        <CheckInput<Values> name="confirmation" label={t('campaigns.field.confirmation')} />
        <CheckInput<Values> name="quietHours" label={t('campaigns.field.quiet')} />
        {confirmation ? (
          <TextInput<Values> name="confirmationWords" label={t('campaigns.field.words')} />
        ) : null}
      </div>
    </>
  );
}

function Message({ name, label, names }: { name: keyof Values; label: string; names: readonly string[] }) {
  const { field, fieldState } = useController<Values>({ name });
  return (
    <VariablesText
      label={label}
      value={field.value}
      wrong={useCodeText()(fieldState.error?.message)}
      rows={4}
      maxLength={4000}
      names={names}
      onChange={field.onChange}
    />
  );
}

/** What one contact reads, with the variables filled in. */
function Preview({ variant }: { readonly variant: Variant }) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = useSession().user.company;
  const values = useWatch<Values>();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const said = (text: string) =>
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
    <section className="cp-preview" aria-label={t('campaigns.preview')}>
      <h3>{t('campaigns.preview.as', { name: 'Beatriz Fontoura' })}</h3>
      {question.trim() === '' ? null : (
        <>
          <p className="cp-bubble">{said(question)}</p>
          <p className="cp-bubble cp-answer">{t('campaigns.preview.yes')}</p>
        </>
      )}
      {message.trim() === '' ? (
        <p className="muted">{t('campaigns.preview.empty')}</p>
      ) : (
        <p className="cp-bubble">{said(message)}</p>
      )}
    </section>
  );
}

/** The five texts, each with its question where contacts are asked first. */
function Messages() {
  const t = useT();
  const id = useId();
  const [variant, setVariant] = useState<Variant>(1);
  const values = useWatch<Values>();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const names = [...ownVariables, ...settings.variables.map(({ key }) => key)];
  const written = variants.filter((one) => (values[`message${one}`] ?? '').trim() !== '').length;
  return (
    <div className="cp-messages">
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
      <p className="hint">{t('campaigns.messages.hint', { smart_count: written })}</p>
      <div
        className="cp-texts"
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
          />
        ) : null}
        <Message
          name={`message${variant}`}
          label={t('campaigns.message', { number: variant })}
          names={names}
        />
        <Preview variant={variant} />
      </div>
    </div>
  );
}

interface FileProps {
  readonly name: string | null | undefined;
  readonly onChoice: (file: File | null) => void;
}
/** What goes along with the message. */
function FileChoice({ name, onChoice }: FileProps) {
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

interface Props {
  /** Absent: a new one. */
  readonly campaign?: CampaignView;
  readonly onClose: () => void;
}

/** A campaign: made, changed while it may be, looked at after that. */
export function CampaignDialog({ campaign, onClose }: Props) {
  const t = useT();
  const cache = useQueryClient();
  // undefined: as it is; null: taken away.
  const [file, setFile] = useState<File | null>();
  const canEdit = campaign === undefined || campaign.editable;
  const { form, busy, onSubmit } = useSaveForm({
    schema,
    values: valuesOf(campaign),
    save: async (values) => {
      const saved = await saveCampaign(campaign?.id, bodyOf(values));
      if (file) await uploadFile(saved.id, file).catch(notifyError);
      else if (file === null && campaign?.mediaName) await dropFile(saved.id).catch(notifyError);
      await cache.invalidateQueries({ queryKey: keys.all });
      notify.success('campaigns.saved');
      onClose();
    },
  });
  const title = campaign ? (canEdit ? 'campaigns.edit' : 'campaigns.see') : 'campaigns.add';
  return (
    <FormDialog
      title={t(title)}
      form={form}
      busy={busy}
      onSubmit={onSubmit}
      onClose={onClose}
      readOnly={!canEdit}
      wide
    >
      {canEdit ? null : <p role="status">{t('campaigns.readOnly')}</p>}
      <fieldset className="cp-form" disabled={!canEdit}>
        <TextInput<Values> name="name" label={t('campaigns.column.name')} autoFocus />
        <Aim />
        <Messages />
        <FileChoice name={file === undefined ? campaign?.mediaName : file?.name} onChoice={setFile} />
      </fieldset>
    </FormDialog>
  );
}
