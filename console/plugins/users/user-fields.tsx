import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { CheckInput, PasswordInput, TextInput, useCodeText } from '../../shell/form/inputs.tsx';
import { useT } from '../../shell/i18n.ts';
import { QueueDot } from '../../shell/ui/chips.tsx';
import { connectionChoices, queueChoices, useRoles } from './data.ts';
import { profiles, type UserValues, withoutQueues } from './model/user-form.ts';

/** Name, e-mail and password: what everybody changes of themselves. */
export const OwnFields = ({
  whose,
  locked = false,
}: {
  readonly whose: 'new' | 'own' | 'other';
  /** Their e-mail and password are not this person's to change. */
  readonly locked?: boolean;
}) => {
  const t = useT();
  const isNew = whose === 'new';
  const hint = isNew ? 'hint' : whose === 'own' ? 'keep' : 'keepOther';
  return (
    <>
      <TextInput<UserValues> name="name" label={t('users.name')} autoFocus />
      <TextInput<UserValues>
        name="email"
        label={t('users.email')}
        type="email"
        htmlInput={{ inputMode: 'email' }}
        disabled={locked}
        {...(locked && { hint: t('fields.otherQueues') })}
      />
      <PasswordInput<UserValues>
        name="password"
        label={t(isNew ? 'users.password' : 'users.newPassword')}
        optional
        hint={locked ? t('fields.otherQueues') : t(`users.password.${hint}`)}
        disabled={locked}
        autoComplete="new-password"
        show={t('users.password.show')}
        hide={t('users.password.hide')}
      />
    </>
  );
};

/** What one shows before one's own password or e-mail changes. */
export const CurrentPassword = () => {
  const t = useT();
  return (
    <TextInput<UserValues>
      name="currentPassword"
      label={t('users.currentPassword')}
      hint={t('users.currentPassword.hint')}
      type="password"
      autoComplete="current-password"
    />
  );
};

/** The queues somebody attends, and a word on what they see without any. */
const Queues = () => {
  const t = useT();
  const id = useId();
  const queues = useQuery(queueChoices);
  const { watch, formState } = useFormContext<UserValues>();
  const queuesError = useCodeText()(formState.errors.queueIds?.message);
  const values = watch();
  const { data: roles = [] } = useRoles();
  const role = roles.find(({ id }) => id === values.profile);
  const without = withoutQueues({ ...values, role });
  return (
    <fieldset aria-describedby={queuesError === undefined ? undefined : id}>
      <legend className="small medium mb-8">{t('users.queues')}</legend>
      <div className="auto-180 grid low boxed r-md p-8">
        {(queues.data ?? []).map((queue) => (
          <CheckInput<UserValues>
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
        {queues.data?.length === 0 ? <p className="hint p-8">{t('users.queues.none')}</p> : null}
      </div>
      {without === undefined ? null : (
        <p className={without === 'all' ? 'hint' : 'hint t-warning'} role="status">
          {without === 'all' ? null : <TriangleAlert size={14} />}
          {t(`users.queues.without.${without}`)}
        </p>
      )}
      {queuesError === undefined ? null : (
        <p className="hint err" id={id} role="alert">
          {queuesError}
        </p>
      )}
    </fieldset>
  );
};

/** Profile, queues, default connection, tickets without a queue: what only admins change. */
export const ManagedFields = () => {
  const t = useT();
  const connections = useQuery(connectionChoices);
  const profile = useFormContext<UserValues>().watch('profile');
  const { data: roles = [] } = useRoles();
  const builtIn = profiles.find((one) => one === profile);
  const role = roles.find(({ id }) => id === profile);
  return (
    <>
      <TextInput<UserValues>
        name="profile"
        label={t('users.profile')}
        {...(builtIn && { hint: t(`users.profile.${builtIn}.hint`) })}
        choices={[
          ...profiles.map((value) => ({ value: value as string, label: t(`users.profile.${value}`) })),
          ...roles.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {role?.queueScope === 'chosen' ? <p className="hint">{t('users.queues.ofRole')}</p> : <Queues />}
      <TextInput<UserValues>
        name="connectionId"
        label={t('users.connection')}
        optional
        hint={t('users.connection.hint')}
        choices={[
          { value: '', label: t('users.connection.company') },
          ...(connections.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <CheckInput<UserValues>
        name="allTicket"
        label={
          <>
            {t('users.allTicket')}
            <small>{t('users.allTicket.hint')}</small>
          </>
        }
      />
    </>
  );
};
