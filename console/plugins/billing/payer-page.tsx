import { useEffect, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import type { InvoiceView } from '../../../contract/invoice.ts';
import { writtenDay } from '../../shell/days.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { forgetPayer, goOnOrPay, heldPayer } from '../../shell/payer.ts';
import { beginSession, sessionState } from '../../shell/session-store.ts';
import { BrandMark } from '../../shell/ui/brand.tsx';
import './billing.css';
import { readMs } from './billing-page.tsx';
import { leave, wholeSession } from './data.ts';
import { InvoiceList } from './invoice-list.tsx';

/** /faturas: what an ended company has to pay, for who may do nothing else. */
export const PayerPage = () => {
  const t = useT();
  const navigate = useNavigate();
  const [renewed, setRenewed] = useState<InvoiceView>();
  useEffect(() => {
    if (renewed === undefined) return;
    notify.success('billing.renewed', { values: { date: writtenDay(renewed.until) } });
    const leaving = setTimeout(() => {
      // Whoever came by a letter's link has shown no password: they sign in.
      wholeSession()
        .then(({ user, token }) => beginSession(user, token))
        // Whose session could not go on goes on with it.
        .catch(() => goOnOrPay(navigate))
        .then(() => sessionState().status === 'in' || navigate('/login', { replace: true }))
        .finally(forgetPayer);
    }, readMs);
    return () => clearTimeout(leaving);
  }, [renewed, navigate]);
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
      <InvoiceList payer timeZone={undefined} billing={null} onRenewed={setRenewed} />
    </main>
  );
};
