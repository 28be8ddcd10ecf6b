import Dialog from '@mui/material/Dialog';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { channelOf, usualChannel } from '../../../channels/known.ts';
import { channels } from '../../../channels/registry.ts';
import type { ConnectionView } from '../../../domain/views/index.ts';
import { ApiError, api } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { QueueDot } from '../../shell/ui/chips.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { VariablesText } from '../../shell/ui/variables-text.tsx';
import { useAttempt } from '../../shell/use-attempt.ts';
import { PaceFields } from './pace-fields.tsx';
import { missingOf, needsGreeting } from './required.ts';
import { SecretFields, type TypedSecrets } from './secret-fields.tsx';

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
  const queues = useQuery({
    queryKey: ['queues'],
    queryFn: () => api<{ id: string; name: string; color: string }[]>('/queue'),
  });
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
    secrets: {} as TypedSecrets,
  }));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const attempt = useAttempt();
  const nameField = useRef<HTMLInputElement>(null);
  const greeting = useRef<HTMLTextAreaElement>(null);
  const usual = channelOf(values.channel)?.pace;
  const set = (change: Partial<typeof values>) => setValues((held) => ({ ...held, ...change }));
  const refused = (found: Readonly<Record<string, string>>) => {
    setErrors(found);
    if (found.name !== undefined) nameField.current?.focus();
    else if (found.greetingMessage !== undefined) greeting.current?.focus();
  };
  const said = (code: string) =>
    t(code.startsWith('ERR_') ? `errors.${code}` : `fields.${code}`, { _: t('fields.invalid') });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const missing = missingOf(values);
    if (missing !== undefined) return refused(missing);
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
        /^(name|greetingMessage|secrets\..+)$/.test(field),
      );
      if (found === undefined || !shown) return notifyError(error);
      refused(found);
    }
  };
  const problem = errors.name;
  return (
    <Dialog
      open
      onClose={close}
      aria-labelledby={`${id}-title`}
      slotProps={{ paper: { className: 'dialog wide-dialog' } }}
    >
      <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
        <header>
          <h2 id={`${id}-title`} className="grow">
            {t(connection ? 'connections.editTitle' : 'connections.new')}
          </h2>
          <IconButton label={t('shell.close')} icon={X} onClick={close} />
        </header>
        <div className="body scroll cx-form">
          <div className="field">
            <label htmlFor={`${id}-name`}>{t('connections.col.name')}</label>
            <input
              ref={nameField}
              id={`${id}-name`}
              className={problem ? 'in-t err' : 'in-t'}
              autoFocus
              value={values.name}
              maxLength={50}
              aria-invalid={problem !== undefined}
              aria-describedby={problem ? `${id}-name-error` : undefined}
              onChange={(event) => {
                set({ name: event.currentTarget.value });
                setErrors({});
              }}
            />
            {problem ? (
              <p id={`${id}-name-error`} className="hint err" role="alert">
                {said(problem)}
              </p>
            ) : null}
          </div>
          {connection ? null : (
            <div className="field">
              <label htmlFor={`${id}-channel`}>{t('connections.channel')}</label>
              <select
                id={`${id}-channel`}
                className="in-t"
                value={values.channel}
                onChange={(event) => set({ channel: event.currentTarget.value, secrets: {} })}
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
            {...{ id, errors, said }}
            channel={values.channel}
            kept={kept.data ?? {}}
            values={values.secrets}
            onChange={(secrets) => {
              set({ secrets });
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
                {...(name === 'greetingMessage' && {
                  focused: (box: HTMLTextAreaElement | null) => {
                    greeting.current = box;
                  },
                })}
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
          {usual ? <PaceFields pace={values.pace ?? usual} onChange={(pace) => set({ pace })} /> : null}
        </div>
        <footer>
          <button type="button" className="btn btn-text" onClick={close}>
            {t('shell.cancel')}
          </button>
          <button type="submit" className="btn btn-primary" aria-disabled={busy}>
            {t('shell.save')}
          </button>
        </footer>
      </form>
    </Dialog>
  );
};
