import { useT } from '../../shell/i18n.ts';
import { refreshSession, useSession } from '../../shell/session.tsx';
import { UserDialog } from './user-dialog.tsx';

/** One's own profile: name, e-mail and password; the rest as far as one's rights go. */
export const ProfileDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useT();
  const { user } = useSession();
  return <UserDialog title={t('users.profile.own')} user={user} onSaved={refreshSession} onClose={onClose} />;
};
