import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useT } from '../../shell/i18n.ts';
import { useSession } from '../../shell/session.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import './billing.css';
import { companyQuery, invoicesQuery } from './data.ts';
import { InvoiceList } from './invoice-list.tsx';
import { useRenewed } from './renewed.ts';
import { UntilCard } from './until-card.tsx';

/** /financeiro: until when it is paid, what is to be paid, and paying it. */
export const BillingPage = () => {
  const t = useT();
  const navigate = useNavigate();
  const { user } = useSession();
  const company = useQuery(companyQuery(user.company.id));
  const invoices = useInfiniteQuery(invoicesQuery(false));
  const nextInvoice = invoices.data?.pages
    .flatMap((page) => page.invoices)
    .findLast(({ status }) => status === 'open' || status === 'overdue');
  const onRenewed = useRenewed(() => void navigate('/'));
  return (
    <section className="page scroll">
      <PageHeader title={t('billing.title')} />
      {company.error && !company.data ? (
        <div className="card">
          <ErrorState error={company.error} retry={() => void company.refetch()} />
        </div>
      ) : null}
      {company.isPending ? (
        <div className="card">
          <SkeletonRows rows={2} height={56} />
        </div>
      ) : null}
      {company.data ? <UntilCard company={company.data} next={nextInvoice} /> : null}
      <InvoiceList
        payer={false}
        timeZone={user.company.timeZone}
        billing={company.data?.billing ?? null}
        onRenewed={onRenewed}
      />
    </section>
  );
};
