import { Link, Navigate, useNavigate } from 'react-router';
import { useT } from '../../shell/i18n.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { forgetPayer, goOnOrPay, heldPayer } from '../../shell/payer.ts';
import { beginSession, sessionState } from '../../shell/session-store.ts';
import { BrandMark } from '../../shell/ui/brand.tsx';
import './billing.css';
import { leave, wholeSession } from './data.ts';
import { InvoiceList } from './invoice-list.tsx';
import { useRenewed } from './renewed.ts';

/** /faturas: what an ended company has to pay, for who may do nothing else. */
export const PayerPage = () => {
  const t = useT();
  const navigate = useNavigate();
  const onRenewed = useRenewed(() => {
    // Whoever came by a letter's link has shown no password: they sign in.
    wholeSession()
      .then(({ user, token }) => beginSession(user, token))
      // Whose session could not go on goes on with it.
      .catch(() => goOnOrPay(navigate))
      .then(() => sessionState().status === 'in' || navigate('/login', { replace: true }))
      .finally(forgetPayer);
  });
  usePageTitle(t('billing.payer.title'));
  if (heldPayer() === null) return <Navigate to="/login" replace />;
  return (
    <main className="bl-payer scroll high">
      <header className="row mb-16 t-accent">
        <BrandMark />
        <b>Balcão</b>
        <span className="grow" />
        <Link to="/login" onClick={() => void leave().finally(forgetPayer)}>
          {t('billing.leave')}
        </Link>
      </header>
      <h1 className="h1">{t('billing.payer.title')}</h1>
      <p className="muted mb-16">{t('billing.payer.text')}</p>
      <InvoiceList payer timeZone={undefined} billing={null} onRenewed={onRenewed} />
    </main>
  );
};
