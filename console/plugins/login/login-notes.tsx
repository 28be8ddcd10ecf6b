import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { holdPayer, payerTokenIn } from '../../shell/payer.ts';
import { confirmAgain, settingQuery } from './signup-data.ts';

/** The link that confirms an address, once more. */
export const ConfirmAgain = ({ email }: { readonly email: string }) => {
  const t = useT();
  const { mutate, isPending } = useMutation({
    mutationFn: () => confirmAgain(email),
    onSuccess: () => notify.success('login.confirm.sent'),
    onError: (error) => notifyError(error),
  });
  return (
    <Button variant="link" size="small" aria-disabled={isPending} onClick={() => isPending || mutate()}>
      {t('login.confirm.again')}
    </Button>
  );
};

/** The way to the sign-up, where the platform shows it. */
export const SignUpLink = () => {
  const t = useT();
  const { data } = useQuery(settingQuery('viewregister'));
  if (data !== 'enabled') return null;
  return (
    <p className="centered muted">
      {t('login.noAccount')} <Link to="/signup">{t('signup.title')}</Link>
    </p>
  );
};

export const mayPay = (error: unknown): boolean => payerTokenIn(error) !== undefined;

/** From the refusal of an ended company to its invoices. */
export const PayLink = ({ error }: { readonly error: unknown }) => {
  const t = useT();
  return (
    <Link to="/faturas" onClick={() => holdPayer(payerTokenIn(error) ?? '')}>
      {t('login.pay')}
    </Link>
  );
};
