import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { ProviderView } from '../../../contract/sign-in.ts';
import { api } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';

/** The way in by the installation's provider, where there is one. */
export const ProviderLink = () => {
  const t = useT();
  const { data } = useQuery({
    queryKey: ['account', 'provider'],
    queryFn: ({ signal }) => api<ProviderView>('/auth/oidc', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data?.label) return null;
  return (
    <Button
      size="large"
      variant="outlined"
      component="a"
      href="/api/auth/oidc/start"
      startIcon={<KeyRound size={16} aria-hidden="true" />}
    >
      {t('account.provider.signIn', { label: data.label })}
    </Button>
  );
};
