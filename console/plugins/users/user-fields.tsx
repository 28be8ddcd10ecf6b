import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { Profile } from '../../../domain/user/events.ts';
import { useT } from '../../shell/i18n.ts';
import { QueueDot } from '../../shell/ui/chips.tsx';
import { Field, type FieldIds } from '../../shell/ui/field.tsx';
import { connectionChoices, queueChoices } from './data.ts';
import { type FieldCodes, profiles, type UserValues, withoutQueues } from './model/user-form.ts';

interface Props {
  readonly values: UserValues;
  readonly errors: FieldCodes;
  readonly onChange: (change: Partial<UserValues>) => void;
}
const useSaid = (errors: FieldCodes) => {
  const t = useT();
  return (name: keyof UserValues): string | undefined => {
    const code = errors[name];
    if (code === undefined) return undefined;
    return t(code.startsWith('ERR_') ? `errors.${code}` : `fields.${code}`, { _: t('fields.invalid') });
  };
};
const look = (field: FieldIds) => (field['aria-invalid'] ? 'in-t lg err' : 'in-t lg');

/** Name, e-mail and password: what everybody changes of themselves. */
export const OwnFields = ({
  values,
  errors,
  onChange,
  whose,
}: Props & { readonly whose: 'new' | 'own' | 'other' }) => {
  const t = useT();
  const said = useSaid(errors);
  const isNew = whose === 'new';
  const hint = isNew ? 'hint' : whose === 'own' ? 'keep' : 'keepOther';
  const [shown, setShown] = useState(false);
  return (
    <>
      <Field label={t('users.name')} error={said('name')}>
        {(field) => (
          <input
            {...field}
            className={look(field)}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that was just asked for
            autoFocus
            value={values.name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('users.email')} error={said('email')}>
        {(field) => (
          <input
            {...field}
            className={look(field)}
            type="email"
            inputMode="email"
            autoComplete="off"
            value={values.email}
            onChange={(event) => onChange({ email: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field
        label={t(isNew ? 'users.password' : 'users.newPassword')}
        optional={!isNew}
        error={said('password')}
        hint={t(`users.password.${hint}`)}
      >
        {(field) => (
          <div className={look(field)}>
            <input
              {...field}
              type={shown ? 'text' : 'password'}
              autoComplete="new-password"
              value={values.password}
              onChange={(event) => onChange({ password: event.currentTarget.value })}
            />
            <button
              type="button"
              className="ib ib-sm"
              aria-label={t(shown ? 'users.password.hide' : 'users.password.show')}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
            </button>
          </div>
        )}
      </Field>
    </>
  );
};

/** What one shows before one's own password or e-mail changes. */
export const CurrentPassword = ({ values, errors, onChange }: Props) => {
  const t = useT();
  const said = useSaid(errors);
  return (
    <Field
      label={t('users.currentPassword')}
      error={said('currentPassword')}
      hint={t('users.currentPassword.hint')}
    >
      {(field) => (
        <input
          {...field}
          className={look(field)}
          type="password"
          autoComplete="current-password"
          value={values.currentPassword}
          onChange={(event) => onChange({ currentPassword: event.currentTarget.value })}
        />
      )}
    </Field>
  );
};

/** Profile, queues, default connection, tickets without a queue: what only admins change. */
export const ManagedFields = ({ values, errors, onChange }: Props) => {
  const t = useT();
  const id = useId();
  const said = useSaid(errors);
  const queues = useQuery(queueChoices);
  const connections = useQuery(connectionChoices);
  const without = withoutQueues(values);
  const toggle = (queueId: string, on: boolean) =>
    onChange({
      queueIds: on ? [...values.queueIds, queueId] : values.queueIds.filter((one) => one !== queueId),
    });
  return (
    <>
      <Field
        label={t('users.profile')}
        error={said('profile')}
        hint={t(`users.profile.${values.profile}.hint`)}
      >
        {(field) => (
          <select
            {...field}
            className={look(field)}
            value={values.profile}
            onChange={(event) => onChange({ profile: event.currentTarget.value as Profile })}
          >
            {profiles.map((profile) => (
              <option key={profile} value={profile}>
                {t(`users.profile.${profile}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <fieldset
        className="us-queues"
        aria-describedby={said('queueIds') === undefined ? undefined : `${id}-queues`}
      >
        <legend>{t('users.queues')}</legend>
        <div className="us-choices">
          {(queues.data ?? []).map((queue) => (
            <label key={queue.id}>
              <input
                type="checkbox"
                checked={values.queueIds.includes(queue.id)}
                onChange={(event) => toggle(queue.id, event.currentTarget.checked)}
              />
              <QueueDot color={queue.color} />
              <span>{queue.name}</span>
            </label>
          ))}
          {queues.data?.length === 0 ? <p className="hint">{t('users.queues.none')}</p> : null}
        </div>
        {without === undefined ? null : (
          <p className="hint us-without" role="status">
            <TriangleAlert className="i" size={14} aria-hidden="true" />
            {t(`users.queues.without.${without}`)}
          </p>
        )}
        {said('queueIds') === undefined ? null : (
          <p className="hint err" id={`${id}-queues`} role="alert">
            {said('queueIds')}
          </p>
        )}
      </fieldset>
      <Field
        label={t('users.connection')}
        optional
        error={said('connectionId')}
        hint={t('users.connection.hint')}
      >
        {(field) => (
          <select
            {...field}
            className={look(field)}
            value={values.connectionId}
            onChange={(event) => onChange({ connectionId: event.currentTarget.value })}
          >
            <option value="">{t('users.connection.company')}</option>
            {(connections.data ?? []).map((connection) => (
              <option key={connection.id} value={connection.id}>
                {connection.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <label className="us-all">
        <input
          type="checkbox"
          checked={values.allTicket}
          onChange={(event) => onChange({ allTicket: event.currentTarget.checked })}
        />
        <span>
          {t('users.allTicket')}
          <small>{t('users.allTicket.hint')}</small>
        </span>
      </label>
    </>
  );
};
