import type { UserView } from '../../../contract/user.ts';
import { FormDialog } from '../../shell/form/form-dialog.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { notify } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { useAttempt } from '../../shell/use-attempt.ts';
import { createUser, updateUser } from './data.ts';
import { isOfOtherQueues } from './model/stand-in.ts';
import { asksForPassword, bodyOf, valuesOf } from './model/user-form.ts';
import { userSchema } from './model/user-schema.ts';
import { CurrentPassword, ManagedFields, OwnFields } from './user-fields.tsx';

interface Props {
  readonly title: string;
  /** The one to correct; absent: a new one. */
  readonly user: UserView | undefined;
  readonly onSaved: (user: UserView) => unknown;
  readonly onClose: () => void;
}

/** Adds or corrects a user. A refused field says why, and what was typed stays. */
export const UserDialog = ({ title, user, onSaved, onClose }: Props) => {
  const session = useSession();
  const { can, user: me } = session;
  const whose = user === undefined ? 'new' : user.id === me.id ? 'own' : 'other';
  const own = whose === 'own';
  const attempt = useAttempt();
  const manages = can('user-modal:editProfile') && can('user-modal:editQueues');
  const saveForm = useSaveForm({
    schema: userSchema(user, own),
    values: valuesOf(user),
    // One field chooses among profiles and roles.
    refusedOf: ({ errors }) => errors && (errors.roleId ? { profile: errors.roleId, ...errors } : errors),
    save: async (values) => {
      const body = bodyOf(values, user, manages, own);
      const saved =
        user === undefined ? await createUser(body, attempt(body)) : await updateUser(user.id, body);
      await onSaved(saved);
      if (user === undefined && saved.invitedAt !== undefined)
        notify.success('users.invited.sent', { values: { email: saved.email } });
      else notify.success('users.saved');
      onClose();
    },
  });
  const asked = own && asksForPassword(saveForm.form.watch(), user);
  return (
    <FormDialog title={title} {...saveForm} onClose={onClose}>
      <OwnFields whose={whose} locked={user !== undefined && isOfOtherQueues(session, user)} />
      {asked ? <CurrentPassword /> : null}
      {manages ? <ManagedFields /> : null}
    </FormDialog>
  );
};
