import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { channelOf, usualChannel } from '../../../channels/known.ts';
import { channels } from '../../../channels/registry.ts';
import type { ConnectionView } from '../../../contract/connection.ts';
import { ApiError, api } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { queuesQuery } from '../../shell/queues.ts';
import { Slot } from '../../shell/slot.tsx';
import { QueueDot } from '../../shell/ui/chips.tsx';
import { Field } from '../../shell/ui/field.tsx';
import { FormDialog } from '../../shell/ui/form-dialog.tsx';
import { VariablesText } from '../../shell/ui/variables-text.tsx';
import { useAttempt } from '../../shell/use-attempt.ts';
import { PaceFields } from './pace-fields.tsx';
import { missingOf, needsGreeting } from './required.ts';
import { SecretFields, type TypedSecrets } from './secret-fields.tsx';
import { SettingFields } from './setting-fields.tsx';

const texts = ['greetingMessage', 'complationMessage', 'outOfHoursMessage', 'ratingMessage'] as const;

interface Props {
  readonly connection: ConnectionView | undefined;
  readonly close: () => void;
  /** Closes the dialog, or puts the next step in its place. */
  readonly saved: (connection: ConnectionView) => Promise<unknown>;
}

export const ConnectionDialog = ({ connection, close, saved }: Props) => {
  const t = useT();
  const id = useId();
  const queues = useQuery(queuesQuery);
  const kept = useQuery({
    queryKey: ['connection-secrets', connection?.id],
    queryFn: () => api<Readonly<Record<string, string>>>(`/whatsapp/${connection?.id}/secrets`),
    // Another may have changed them, and one's own change is among the reasons to look.
    ...{ staleTime: 0, gcTime: 0 },
    enabled: connection !== undefined && (channelOf(connection.channel)?.secrets ?? []).length > 0,
  });
  const [values, setValues] = useState(() => ({
    name: connection?.name ?? '',
    channel: connection?.channel ?? usualChannel.kind,
    isDefault: connection?.isDefault ?? false,
    queueIds: connection?.queues.map((queue) => queue.id) ?? [],
    greetingMessage: connection?.greetingMessage ?? '',
    complationMessage: connection?.complationMessage ?? '',
    outOfHoursMessage: connection?.outOfHoursMessage ?? '',
    ratingMessage: connection?.ratingMessage ?? '',
    pace: connection?.pace,
    settings: connection?.settings ?? {},
    secrets: {} as TypedSecrets,
  }));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const attempt = useAttempt();
  const usual = channelOf(values.channel)?.pace;
  const set = (change: Partial<typeof values>) => setValues((held) => ({ ...held, ...change }));
  const said = (code: string) =>
    t(code.startsWith('ERR_') ? `errors.${code}` : `fields.${code}`, { _: t('fields.invalid') });
  const submit = async () => {
    const missing = missingOf(values);
    if (missing !== undefined) return setErrors(missing);
    setBusy(true);
    setErrors({});
    try {
      const answered = await api<ConnectionView>(connection ? `/whatsapp/${connection.id}` : '/whatsapp', {
        method: connection ? 'PUT' : 'POST',
        body: values,
        // An answer that got lost and is asked for again is the same connection, not a second one.
        ...(connection === undefined && { idempotencyKey: attempt(values) }),
      });
      notify.success('connections.saved');
      await saved(answered);
    } catch (error) {
      setBusy(false);
      const found = error instanceof ApiError ? error.errors : undefined;
      const shown = Object.keys(found ?? {}).some((field) =>
        /^(name|greetingMessage|(secrets|settings)\..+)$/.test(field),
      );
      if (found === undefined || !shown) return notifyError(error);
      setErrors(found);
    }
  };
  const problem = errors.name;
  return (
    <FormDialog
      wide
      title={t(connection ? 'connections.editTitle' : 'connections.new')}
      submit={t('shell.save')}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={close}
    >
      <Field label={t('connections.col.name')} error={problem === undefined ? undefined : said(problem)}>
        {(field) => (
          <input
            {...field}
            className={problem ? 'in-t err' : 'in-t'}
            // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that was just asked for
            autoFocus
            value={values.name}
            maxLength={50}
            onChange={(event) => {
              set({ name: event.currentTarget.value });
              setErrors({});
            }}
          />
        )}
      </Field>
      {connection ? null : (
        <div className="field">
          <label htmlFor={`${id}-channel`}>{t('connections.channel')}</label>
          <select
            id={`${id}-channel`}
            className="in-t"
            value={values.channel}
            onChange={(event) => set({ channel: event.currentTarget.value, settings: {}, secrets: {} })}
          >
            {channels.map(({ kind }) => (
              <option key={kind} value={kind}>
                {t(`channel.${kind}.option`)}
              </option>
            ))}
          </select>
        </div>
      )}
      <SecretFields
        {...{ errors, said }}
        channel={values.channel}
        kept={kept.data ?? {}}
        values={values.secrets}
        onChange={(secrets) => {
          set({ secrets });
          setErrors({});
        }}
      />
      <SettingFields
        {...{ id, errors, said }}
        channel={values.channel}
        values={values.settings}
        onChange={(settings) => {
          set({ settings });
          setErrors({});
        }}
      />
      <fieldset className="cx-queues">
        <legend>{t('connections.queues')}</legend>
        {(queues.data ?? []).map((queue) => (
          <label key={queue.id} className="row">
            <input
              type="checkbox"
              checked={values.queueIds.includes(queue.id)}
              onChange={(event) =>
                set({
                  queueIds: event.currentTarget.checked
                    ? [...values.queueIds, queue.id]
                    : values.queueIds.filter((one) => one !== queue.id),
                })
              }
            />
            <QueueDot color={queue.color} />
            {queue.name}
          </label>
        ))}
      </fieldset>
      <label className="row">
        <input
          type="checkbox"
          checked={values.isDefault}
          onChange={(event) => set({ isDefault: event.currentTarget.checked })}
        />
        {t('connections.default')}
      </label>
      {texts.map((name) => (
        <div key={name} className="field">
          <label htmlFor={`${id}-${name}`}>
            {t(`connections.${name}`)}{' '}
            <em>
              ·{' '}
              {t(
                name === 'greetingMessage' && needsGreeting(values)
                  ? 'connections.requiredWithQueues'
                  : 'connections.optional',
              )}
            </em>
          </label>
          <VariablesText
            id={`${id}-${name}`}
            value={values[name]}
            error={errors[name]}
            rows={2}
            maxLength={4000}
            variables
            onChange={(text) => {
              set({ [name]: text });
              setErrors({});
            }}
          />
          {errors[name] === undefined ? null : (
            <p id={`${id}-${name}-error`} className="hint err" role="alert">
              {said(errors[name])}
            </p>
          )}
        </div>
      ))}
      {connection ? <Slot name="connection.details" props={{ connection }} /> : null}
      {usual ? <PaceFields pace={values.pace ?? usual} onChange={(pace) => set({ pace })} /> : null}
    </FormDialog>
  );
};
