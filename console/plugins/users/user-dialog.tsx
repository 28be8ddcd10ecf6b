import { useState } from 'react';
import type { UserView } from '../../../contract/user.ts';
import { ApiError } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { FormDialog } from '../../shell/ui/form-dialog.tsx';
import { useAttempt } from '../../shell/use-attempt.ts';
import { createUser, updateUser } from './data.ts';
import {
  asksForPassword,
  bodyOf,
  checkUser,
  type FieldCodes,
  type UserValues,
  valuesOf,
} from './model/user-form.ts';
import { CurrentPassword, ManagedFields, OwnFields } from './user-fields.tsx';
import './users.css';

interface Props {
  readonly title: string;
  /** The one to correct; absent: a new one. */
  readonly user: UserView | undefined;
  readonly onSaved: (user: UserView) => unknown;
  readonly onClose: () => void;
}

/** Adds or corrects a user. A refused field says why, and what was typed stays. */
export const UserDialog = ({ title, user, onSaved, onClose }: Props) => {
  const t = useT();
  const { can, user: me } = useSession();
  const whose = user === undefined ? 'new' : user.id === me.id ? 'own' : 'other';
  const own = whose === 'own';
  const attempt = useAttempt();
  const [values, setValues] = useState(() => valuesOf(user));
  const [errors, setErrors] = useState<FieldCodes>({});
  const [busy, setBusy] = useState(false);
  const manages = can('user-modal:editProfile') && can('user-modal:editQueues');
  const change = (next: Partial<UserValues>) => {
    setValues((held) => ({ ...held, ...next }));
    setErrors((held) =>
      Object.fromEntries(Object.entries(held).filter(([name]) => !Object.hasOwn(next, name))),
    );
  };
  const submit = async () => {
    const wrong = checkUser(values, user, own);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      const body = bodyOf(values, user, manages, own);
      const saved =
        user === undefined ? await createUser(body, attempt(body)) : await updateUser(user.id, body);
      await onSaved(saved);
      notify.success('users.saved');
      onClose();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.errors) setErrors(error.errors);
      else notifyError(error);
    }
  };
  return (
    <FormDialog title={title} submit={t('shell.save')} busy={busy} onSubmit={submit} onClose={onClose}>
      <OwnFields values={values} errors={errors} onChange={change} whose={whose} />
      {own && asksForPassword(values, user) ? (
        <CurrentPassword values={values} errors={errors} onChange={change} />
      ) : null}
      {manages ? <ManagedFields values={values} errors={errors} onChange={change} /> : null}
    </FormDialog>
  );
};
