import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import type { InvitationView } from '../../../contract/sign-in.ts';
import { api } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { Frame } from './frame.tsx';
import { PublicForm } from './public-form.tsx';
import { SpentLink } from './spent-link.tsx';

/** /confirmar/{token}: a press, for programs that look at letters open their links too. */
export const ConfirmPage = () => {
  const t = useT();
  const navigate = useNavigate();
  const { token = '' } = useParams();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api<Pick<InvitationView, 'email'>>('/auth/confirm', { body: { token } }),
    onSuccess: ({ email }) => {
      notify.success('login.confirm.done');
      void navigate('/login', { replace: true, state: { email } });
    },
  });
  return (
    <Frame>
      {error === null ? (
        <PublicForm
          title={t('login.confirm.title')}
          intro={<p className="muted">{t('login.confirm.intro')}</p>}
          deed={t('login.confirm.submit')}
          busy={isPending}
          onSubmit={() => mutate()}
        />
      ) : (
        <SpentLink error={error} />
      )}
    </Frame>
  );
};
