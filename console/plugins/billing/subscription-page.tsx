import Button from '@mui/material/Button';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CompanyView } from '../../../contract/company.ts';
import { daysBetween, todayIn } from '../../shell/calendar.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import './billing.css';
import { Checkout } from './checkout.tsx';
import { companyQuery, invoicesQuery } from './data.ts';
import { useRenewed } from './renewed.ts';
import { firstToPay, type ToPay, toPay } from './to-pay.ts';

const Trial = ({ company: { trialExpiration, timeZone } }: { readonly company: CompanyView }) => {
  const t = useT();
  if (trialExpiration === null) return t('billing.subscription.none');
  const left = daysBetween(todayIn(timeZone), trialExpiration);
  return left < 0 ? t('billing.subscription.over') : t('billing.subscription.left', { smart_count: left });
};

/** /subscription: how long the trial goes on, who is charged, and subscribing. */
export const SubscriptionPage = () => {
  const t = useT();
  const navigate = useNavigate();
  const { user } = useSession();
  const company = useQuery(companyQuery(user.company.id));
  const invoices = useInfiniteQuery(invoicesQuery(false));
  const [paying, setPaying] = useState<ToPay>();
  const onRenewed = useRenewed(() => void navigate('/'));
  const subscribe = () => {
    const open = invoices.data?.pages
      .flatMap((page) => page.invoices)
      .findLast(({ status }) => status === 'open' || status === 'overdue');
    const next = open ? toPay(open) : company.data && firstToPay(company.data);
    if (next === undefined) notify.info('billing.subscription.nothing');
    setPaying(next);
  };
  return (
    <section className="page scroll">
      <PageHeader title={t('billing.subscription')} />
      <div className="card max-760 col top gap-20 p-24">
        {company.error && !company.data ? (
          <ErrorState error={company.error} retry={() => void company.refetch()} />
        ) : null}
        {company.isPending || invoices.isPending ? <SkeletonRows rows={2} height={56} /> : null}
        {company.data && !invoices.isPending ? (
          <>
            <dl className="grid gap-2">
              <dt className="small muted lh-18">{t('billing.subscription.trial')}</dt>
              <dd className="anywhere mb-12 title lh-24">
                <Trial company={company.data} />
              </dd>
              <dt className="small muted lh-18">{t('billing.subscription.email')}</dt>
              <dd className="anywhere mb-12 title lh-24">
                {company.data.email === '' ? t('billing.subscription.noEmail') : company.data.email}
              </dd>
            </dl>
            <Button variant="contained" size="large" onClick={subscribe}>
              {t('billing.subscription.now')}
            </Button>
          </>
        ) : null}
      </div>
      {paying === undefined || !company.data ? null : (
        <Checkout
          invoice={paying}
          own={company.data.plan}
          payer={false}
          billing={company.data.billing}
          onRenewed={onRenewed}
          onClose={() => setPaying(undefined)}
        />
      )}
    </section>
  );
};
