import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvoiceView } from '../../../contract/invoice.ts';
import type { Billing } from '../../../domain/company/events.ts';
import { useT } from '../../shell/i18n.ts';
import { useMoney } from '../../shell/money.ts';
import { ListFoot } from '../../shell/ui/list-foot.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { Checkout } from './checkout.tsx';
import { invoicesQuery } from './data.ts';
import { InvoiceTable } from './invoice-table.tsx';
import { toPay } from './to-pay.ts';

interface Props {
  /** Somebody who may only pay looks. */
  readonly payer: boolean;
  readonly timeZone: string | undefined;
  /** What the address was at the last checkout. */
  readonly billing: Billing | null;
  readonly onRenewed: (invoice: InvoiceView) => void;
}

/** The invoices, the newest first, and the way to pay one. */
export const InvoiceList = ({ payer, timeZone, billing, onRenewed }: Props) => {
  const t = useT();
  const money = useMoney();
  const list = useInfiniteQuery(invoicesQuery(payer));
  const [paying, setPaying] = useState<InvoiceView>();
  const invoices = list.data?.pages.flatMap((page) => page.invoices) ?? [];
  const lateInvoices = invoices.filter(({ status }) => status === 'overdue');
  const count = list.data?.pages[0]?.count ?? 0;
  return (
    <section className="card" aria-label={t('billing.invoices')}>
      <div className="card-h row">
        <h2>{t('billing.invoices')}</h2>
        <span className="grow" />
        {lateInvoices.length === 0 ? null : (
          <span className="subtle num">
            {t('billing.late', {
              smart_count: lateInvoices.length,
              value: money(lateInvoices.reduce((sum, { value }) => sum + value, 0)),
            })}
          </span>
        )}
      </div>
      {list.error && !list.data ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : null}
      {list.isPending ? <SkeletonRows rows={4} /> : null}
      {list.isSuccess && invoices.length === 0 ? (
        <EmptyState
          title={t('billing.empty')}
          text={t(payer ? 'billing.empty.payer' : 'billing.empty.text')}
        />
      ) : null}
      {invoices.length > 0 ? (
        <>
          <InvoiceTable invoices={invoices} timeZone={timeZone} onPay={setPaying} />
          <ListFoot
            list={list}
            shown={invoices.length}
            text={t('billing.shown', { shown: invoices.length, smart_count: count })}
          />
        </>
      ) : null}
      {paying === undefined ? null : (
        <Checkout
          invoice={toPay(paying)}
          own={list.data?.pages[0]?.plan ?? null}
          payer={payer}
          billing={billing}
          onRenewed={onRenewed}
          onClose={() => setPaying(undefined)}
        />
      )}
    </section>
  );
};
