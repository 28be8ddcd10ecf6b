import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { z } from 'zod';
import { connectionsQuery } from '../../shell/connections.ts';
import { changesOf } from '../../shell/form/changes.ts';
import { DayInput, TimeInput } from '../../shell/form/day-input.tsx';
import { FormDialog } from '../../shell/form/form-dialog.tsx';
import { CheckInput, TextInput } from '../../shell/form/inputs.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { useLocale, useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { queuesQuery } from '../../shell/queues.ts';
import { useSession } from '../../shell/session.tsx';
import './campaigns.css';
import {
  type CampaignView,
  contactListsQuery,
  dropFile,
  filesQuery,
  keys,
  saveCampaign,
  tagsQuery,
  uploadFile,
  type Variant,
  variants,
  wordsOf,
} from './data.ts';
import { FileChoice, Messages } from './messages.tsx';

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
  const codes = Object.fromEntries(
    variants.flatMap((variant) =>
      (['message', 'confirmationMessage'] as const).map((kind) => [
        `${kind}${variant}`,
        campaign?.[`${kind}${variant}`] ?? '',
      ]),
    ),
  ) as Pick<Values, `message${Variant}` | `confirmationMessage${Variant}`>;
  return {
    ...codes,
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

/** What a choice lacks as long as there is nothing to choose, and where that is made by who may. */
function Missing({ what, to }: { readonly what: 'list' | 'connection'; readonly to?: string | false }) {
  const t = useT();
  return (
    <span>
      {t(`campaigns.field.${what}.missing`)}{' '}
      {to ? (
        <Link className="t-accent underlined" to={to}>
          {t(`campaigns.field.${what}.make`)}
        </Link>
      ) : null}
    </span>
  );
}

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
  const { can } = useSession();
  const locale = useLocale();
  const count = (number: number) => number.toLocaleString(locale);
  const list = lists?.find(({ id }) => id === contactListId);
  const choices = (all: readonly { id: string; name: string }[] | undefined, none: string) => [
    { value: '', label: t(none) },
    ...(all ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <div className="cp-texts grid gap-16 top">
        <TextInput<Values>
          name="contactListId"
          label={t('campaigns.field.list')}
          choices={choices(lists, 'campaigns.list.none')}
          hint={
            list
              ? t('campaigns.field.list.valid', {
                  smart_count: list.validCount,
                  number: count(list.validCount),
                })
              : contactListId === '' && (
                  <>
                    {lists?.length === 0 ? <Missing what="list" to="/contact-lists" /> : null}
                    <span className="block">{t('campaigns.field.list.hint')}</span>
                  </>
                )
          }
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
          hint={
            connections?.length === 0 && (
              <Missing what="connection" to={can('connections-page:actionButtons') && '/connections'} />
            )
          }
        />
        <div className="cp-when grid gap-8">
          <DayInput name="day" label={t('campaigns.field.day')} />
          <TimeInput name="time" label={t('campaigns.field.time')} />
        </div>
        <TextInput<Values>
          name="fileListId"
          label={t('campaigns.field.files')}
          choices={choices(files, 'campaigns.files.none')}
        />
        <TextInput<Values>
          name="queueId"
          label={t('campaigns.field.queue')}
          choices={choices(queues, 'campaigns.none')}
        />
      </div>
      <div className="gap-16 grid top phone-one three">
        <CheckInput<Values> name="confirmation" label={t('campaigns.field.confirmation')} />
        <CheckInput<Values> name="quietHours" label={t('campaigns.field.quiet')} />
        {confirmation ? (
          <TextInput<Values> name="confirmationWords" label={t('campaigns.field.words')} />
        ) : null}
      </div>
    </>
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
  const [before] = useState(() => valuesOf(campaign));
  const canEdit = campaign === undefined || campaign.editable;
  const { form, busy, onSubmit } = useSaveForm({
    schema,
    values: before,
    save: async (values) => {
      const saved = await saveCampaign(
        campaign?.id,
        campaign ? changesOf(bodyOf(values), bodyOf(before)) : bodyOf(values),
      );
      if (file) await uploadFile(saved.id, file).catch(notifyError);
      else if (file === null && campaign?.mediaName) await dropFile(saved.id).catch(notifyError);
      await cache.invalidateQueries({ queryKey: keys.all });
      notify.success('campaigns.saved');
      onClose();
    },
  });
  const fileName = (file === undefined ? campaign?.mediaName : file?.name) ?? undefined;
  const title = campaign ? (canEdit ? 'campaigns.edit' : 'campaigns.see') : 'campaigns.add';
  return (
    <FormDialog
      title={t(title)}
      form={form}
      busy={busy}
      isUnsaved={file !== undefined}
      onSubmit={onSubmit}
      onClose={onClose}
      readOnly={!canEdit}
      wide
    >
      {canEdit ? null : <p role="status">{t('campaigns.readOnly')}</p>}
      <fieldset className="cp-form grid gap-16" disabled={!canEdit}>
        <TextInput<Values> name="name" label={t('campaigns.column.name')} autoFocus />
        <Aim />
        <Messages file={file ?? null} fileName={fileName} readOnly={!canEdit} />
        {canEdit ? <FileChoice name={fileName} onChoice={setFile} /> : null}
      </fieldset>
    </FormDialog>
  );
}
