import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { channelOf, usualChannel } from '../../../channels/known.ts';
import { channels } from '../../../channels/registry.ts';
import type { ConnectionView } from '../../../contract/connection.ts';
import { api } from '../../shell/api.ts';
import { changesOf } from '../../shell/form/changes.ts';
import { FormDialog } from '../../shell/form/form-dialog.tsx';
import { CheckInput, TextInput, useCodeText } from '../../shell/form/inputs.tsx';
import { errorCodes, useSaveForm } from '../../shell/form/use-save-form.ts';
import { VariablesText } from '../../shell/form/variables-text.tsx';
import { useT } from '../../shell/i18n.ts';
import { loadLater } from '../../shell/later.tsx';
import { notify } from '../../shell/notify.ts';
import { byOrder, queuesQuery } from '../../shell/queues.ts';
import { Slot } from '../../shell/slot.tsx';
import { QueueDot } from '../../shell/ui/chips.tsx';
import { useAttempt } from '../../shell/use-attempt.ts';
import { type ConnectionValues, connectionSchema } from './connection-schema.ts';
import { PaceFields } from './pace-fields.tsx';
import { needsGreeting } from './required.ts';
import { SecretFields } from './secret-fields.tsx';
import { SettingFields } from './setting-fields.tsx';

const texts = ['greetingMessage', 'complationMessage', 'outOfHoursMessage', 'ratingMessage'] as const;

const valuesOf = (connection: ConnectionView | undefined): ConnectionValues => ({
  name: connection?.name ?? '',
  channel: connection?.channel ?? usualChannel.kind,
  isDefault: connection?.isDefault ?? false,
  queueIds: connection?.queues.map((queue) => queue.id) ?? [],
  greetingMessage: connection?.greetingMessage ?? '',
  complationMessage: connection?.complationMessage ?? '',
  outOfHoursMessage: connection?.outOfHoursMessage ?? '',
  ratingMessage: connection?.ratingMessage ?? '',
  pace: connection?.pace,
  settings: { ...connection?.settings },
  secrets: {},
});

/** What the channel asks for besides: its secrets and its settings, as it declares them. */
function ChannelFields({ connection }: { readonly connection: ConnectionView | undefined }) {
  const codeText = useCodeText();
  const { formState, watch } = useFormContext<ConnectionValues>();
  const secrets = useController<ConnectionValues, 'secrets'>({ name: 'secrets' }).field;
  const settings = useController<ConnectionValues, 'settings'>({ name: 'settings' }).field;
  const channel = watch('channel');
  const keptSecrets = useQuery({
    queryKey: ['connection-secrets', connection?.id],
    queryFn: () => api<Readonly<Record<string, string>>>(`/whatsapp/${connection?.id}/secrets`),
    // Another may have changed them, and one's own change is among the reasons to look.
    staleTime: 0,
    gcTime: 0,
    enabled: connection !== undefined && (channelOf(connection.channel)?.secrets ?? []).length > 0,
  });
  const common = {
    channel,
    errors: errorCodes(formState.errors),
    said: (code: string) => codeText(code) ?? '',
  };
  return (
    <>
      <SecretFields
        {...common}
        keptSecrets={keptSecrets.data ?? {}}
        values={secrets.value}
        onChange={secrets.onChange}
      />
      <SettingFields {...common} values={settings.value} onChange={settings.onChange} />
    </>
  );
}

function Text({ name }: { readonly name: (typeof texts)[number] }) {
  const t = useT();
  const { field, fieldState } = useController<ConnectionValues>({ name });
  const required = needsGreeting({ queueIds: useFormContext<ConnectionValues>().watch('queueIds') });
  const isRequired = name === 'greetingMessage' && required;
  return (
    <VariablesText
      label={t(`connections.${name}`)}
      note={t(isRequired ? 'connections.requiredWithQueues' : 'connections.optional')}
      value={field.value}
      wrong={useCodeText()(fieldState.error?.message)}
      rows={2}
      maxLength={4000}
      onChange={field.onChange}
    />
  );
}

const BotTest = loadLater<{ close: () => void }>(() =>
  import('./bot-test.tsx').then((m) => ({ default: m.BotTest })),
);

/** Whoever writes this greeting can hear it before a customer does. */
function TestBot() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        className="self-start"
        onPointerEnter={BotTest.fetch}
        onClick={() => setOpen(true)}
      >
        <FlaskConical size={16} aria-hidden="true" />
        {t('connections.testBot')}
      </Button>
      {isOpen ? <BotTest close={() => setOpen(false)} /> : null}
    </>
  );
}

function Queues() {
  const t = useT();
  const queues = useQuery(queuesQuery);
  return (
    <fieldset className="row wrap gap-16">
      <legend className="small medium">{t('connections.queues')}</legend>
      {(queues.data ?? []).toSorted(byOrder).map((queue) => (
        <CheckInput<ConnectionValues>
          key={queue.id}
          name="queueIds"
          choice={queue.id}
          label={
            <>
              <QueueDot color={queue.color} /> {queue.name}
            </>
          }
        />
      ))}
      {queues.data?.length === 0 ? <p className="hint">{t('connections.queues.none')}</p> : null}
    </fieldset>
  );
}

/** Returns what was changed, of the channel's settings too. */
function changeOf(
  values: z.output<typeof connectionSchema>,
  before: Readonly<Partial<Record<keyof ConnectionValues, unknown>>> | undefined,
) {
  const { settings, ...fields } = changesOf(values, before);
  return {
    ...fields,
    ...(settings && { settings: changesOf(settings, before?.settings as ConnectionValues['settings']) }),
  };
}

interface Props {
  readonly connection: ConnectionView | undefined;
  readonly close: () => void;
  /** Closes the dialog, or puts the next step in its place. */
  readonly onSaved: (connection: ConnectionView) => Promise<unknown>;
}

/** Adds or corrects a connection. */
export function ConnectionDialog({ connection, close, onSaved: saved }: Props) {
  const t = useT();
  const attempt = useAttempt();
  const saveForm = useSaveForm({
    schema: connectionSchema,
    values: valuesOf(connection),
    save: async (values, { formState }) => {
      const answered = await api<ConnectionView>(connection ? `/whatsapp/${connection.id}` : '/whatsapp', {
        method: connection ? 'PATCH' : 'POST',
        body: connection ? changeOf(values, formState.defaultValues) : values,
        // An answer that got lost and is asked for again is the same connection, not a second one.
        ...(connection === undefined && { idempotencyKey: attempt(values) }),
      });
      notify.success('connections.saved');
      await saved(answered);
    },
  });
  const { watch, setValue } = saveForm.form;
  const [channel, pace] = watch(['channel', 'pace']);
  const usual = channelOf(channel)?.pace;
  return (
    <FormDialog
      wide
      title={t(connection ? 'connections.editTitle' : 'connections.new')}
      {...saveForm}
      onClose={close}
    >
      <TextInput<ConnectionValues>
        name="name"
        label={t('connections.col.name')}
        htmlInput={{ maxLength: 50 }}
        autoFocus
      />
      {connection ? null : (
        <TextInput<ConnectionValues>
          name="channel"
          label={t('connections.channel')}
          choices={channels.map(({ kind }) => ({ value: kind, label: t(`channel.${kind}.option`) }))}
          // What was typed for another channel is nothing to this one.
          onChange={() => {
            setValue('settings', {});
            setValue('secrets', {});
          }}
        />
      )}
      <ChannelFields connection={connection} />
      <Queues />
      <CheckInput<ConnectionValues> name="isDefault" label={t('connections.default')} />
      {texts.map((name) => (
        <Text key={name} name={name} />
      ))}
      <TestBot />
      {connection ? <Slot name="connection.details" props={{ connection }} /> : null}
      {usual ? <PaceFields pace={pace ?? usual} onChange={(next) => setValue('pace', next)} /> : null}
    </FormDialog>
  );
}
