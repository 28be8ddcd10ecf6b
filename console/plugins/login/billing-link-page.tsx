import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import type { LimitedGrant } from '../../../contract/sign-in.ts';
import { api } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { holdPayer } from '../../shell/payer.ts';
import { Frame } from './frame.tsx';
import { PublicForm } from './public-form.tsx';
import { SpentLink } from './spent-link.tsx';

/** /faturas/{token}: from a letter to the invoices; a press, for programs that look at letters open their links too. */
export const BillingLinkPage = () => {
  const t = useT();
  const navigate = useNavigate();
  const { token = '' } = useParams();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api<LimitedGrant>('/auth/billing/link', { body: { token } }),
    onSuccess: (granted) => {
      holdPayer(granted.token);
      void navigate('/faturas', { replace: true });
    },
  });
  return (
    <Frame>
      {error === null ? (
        <PublicForm
          title={t('login.billing.title')}
          intro={<p className="muted">{t('login.billing.intro')}</p>}
          deed={t('login.billing.submit')}
          busy={isPending}
          onSubmit={() => mutate()}
        />
      ) : (
        <SpentLink error={error} />
      )}
    </Frame>
  );
};
