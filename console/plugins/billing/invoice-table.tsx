import Button from '@mui/material/Button';
import { CircleAlert, CircleCheck, CircleX, Clock } from 'lucide-react';
import type { InvoiceView } from '../../../contract/invoice.ts';
import { daysBetween, todayIn } from '../../shell/calendar.ts';
import { writtenDay } from '../../shell/days.ts';
import { useT } from '../../shell/i18n.ts';
import { useMoney } from '../../shell/money.ts';
import { CardTable } from '../../shell/ui/card-table.tsx';

const tones = { open: 'c-info', overdue: 'c-err', paid: 'c-ok', cancelled: 'c-none' };
const icons = { open: Clock, overdue: CircleAlert, paid: CircleCheck, cancelled: CircleX };

interface Props {
  readonly invoices: readonly InvoiceView[];
  readonly timeZone: string | undefined;
  readonly onPay: (invoice: InvoiceView) => void;
}

const Status = ({ invoice, today }: { readonly invoice: InvoiceView; readonly today: string }) => {
  const t = useT();
  const { status, paidAt, dueDate, surplus } = invoice;
  const Icon = icons[status];
  const days = Math.abs(daysBetween(today, dueDate));
  const detail =
    status === 'paid'
      ? paidAt && t('billing.paid.at', { date: writtenDay(paidAt) })
      : status === 'cancelled'
        ? undefined
        : t(`billing.${status}.days`, { smart_count: days });
  return (
    <span className="row wrap">
      <span className={`status ${tones[status]}`}>
        <Icon size={16} aria-hidden="true" />
        {t(`billing.status.${status}`)}
      </span>
      {detail ? <small className="subtle nowrap">{detail}</small> : null}
      {surplus > 0 ? <small className="subtle nowrap">{t('billing.surplus')}</small> : null}
    </span>
  );
};

/** The spec's columns; on a phone each invoice is a card. */
export const InvoiceTable = ({ invoices, timeZone, onPay }: Props) => {
  const t = useT();
  const money = useMoney();
  const today = todayIn(timeZone);
  const columns = ['id', 'detail', 'value', 'due', 'status', 'action'] as const;
  return (
    <CardTable below={700} className="bl-table">
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className={column === 'value' || column === 'action' ? 'r' : undefined}
            >
              {column === 'action' ? (
                <span className="vh">{t('billing.column.action')}</span>
              ) : (
                t(`billing.column.${column}`)
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => {
          const { id, number, planName, value, dueDate, until, status } = invoice;
          const isUnpaid = status === 'open' || status === 'overdue';
          return (
            <tr key={id} className={status === 'overdue' ? 'marked c-err' : undefined}>
              <td className="num subtle">{number}</td>
              <td>
                {t('billing.detail', {
                  plan: planName,
                  from: writtenDay(dueDate),
                  until: writtenDay(until),
                })}
              </td>
              <td className="r num">
                <b>{money(value)}</b>
              </td>
              <td className="num" data-label={t('billing.column.due')}>
                {writtenDay(dueDate)}
              </td>
              <td>
                <Status invoice={invoice} today={today} />
              </td>
              <td className="r bl-pay">
                {isUnpaid ? (
                  <Button
                    size="small"
                    variant={status === 'overdue' ? 'contained' : 'outlined'}
                    aria-label={t('billing.pay.one', { number, value: money(value) })}
                    onClick={() => onPay(invoice)}
                  >
                    {t('billing.pay')}
                  </Button>
                ) : null}
              </td>
            </tr>
          );
        })}
      </tbody>
    </CardTable>
  );
};
