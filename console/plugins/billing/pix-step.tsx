import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Copy, ExternalLink, LoaderCircle } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useRef, useState } from 'react';
import type { ChargeView, InvoiceView } from '../../../contract/invoice.ts';
import { writtenDay } from '../../shell/days.ts';
import { useT } from '../../shell/i18n.ts';
import { useMoney } from '../../shell/money.ts';
import { notify } from '../../shell/notify.ts';
import { serverNow } from '../../shell/server-time.ts';
import { TitledDialog } from '../../shell/ui/titled-dialog.tsx';
import { invoiceOf } from './data.ts';
import { onPaid, reloadInvoices } from './live.ts';

interface Props {
  readonly charge: ChargeView;
  readonly payer: boolean;
  readonly onRenewed: (invoice: InvoiceView) => void;
  readonly onClose: () => void;
}

/** Asked beside the live line, which whoever may only pay has not. */
const askMs = 5_000;
const two = (number: number) => String(Math.floor(number)).padStart(2, '0');

/** Returns what is left of a charge's time, as a clock writes it; undefined: it is over. */
function useLeft(expiresAt: string): string | undefined {
  const leftMs = () => Date.parse(expiresAt) - serverNow();
  const [left, setLeft] = useState(leftMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a clock
  useEffect(() => {
    const clock = setInterval(() => setLeft(leftMs()), 1_000);
    return () => clearInterval(clock);
  }, [expiresAt]);
  if (left <= 0) return undefined;
  const seconds = left / 1_000;
  const hours = seconds >= 3_600 ? `${Math.floor(seconds / 3_600)}:` : '';
  return `${hours}${two((seconds % 3_600) / 60)}:${two(seconds % 60)}`;
}

/** Returns the invoice once it is paid: told by the live line, or asked for where there is none. */
function usePaid(invoiceId: string, payer: boolean): InvoiceView | undefined {
  const cache = useQueryClient();
  const [paidInvoice, setPaid] = useState<InvoiceView>();
  const { data: asked } = useQuery({
    queryKey: ['billing', 'waiting', invoiceId, payer],
    queryFn: async ({ signal }) => (await invoiceOf(invoiceId, payer, signal)) ?? null,
    refetchInterval: paidInvoice ? false : askMs,
    gcTime: 0,
    staleTime: 0,
  });
  useEffect(
    () =>
      onPaid((one) => {
        if (one.id === invoiceId) setPaid(one);
      }),
    [invoiceId],
  );
  useEffect(() => {
    if (asked?.status === 'paid') setPaid(asked);
  }, [asked]);
  useEffect(() => {
    if (paidInvoice !== undefined) void reloadInvoices(cache);
  }, [paidInvoice, cache]);
  return paidInvoice;
}

/** The code to pay by, until somebody has. */
export const PixStep = ({ charge, payer, onRenewed, onClose }: Props) => {
  const t = useT();
  const money = useMoney();
  const leftTime = useLeft(charge.expiresAt);
  const paidInvoice = usePaid(charge.invoiceId, payer);
  const told = useRef(onRenewed);
  told.current = onRenewed;
  useEffect(() => {
    if (paidInvoice !== undefined) told.current(paidInvoice);
  }, [paidInvoice]);
  const copy = () =>
    navigator.clipboard.writeText(charge.qrcode).then(
      () => notify.success('billing.pix.copied'),
      () => notify.error('billing.pix.copyFailed'),
    );
  const value = money(Number(charge.valor.original));
  if (paidInvoice !== undefined)
    return (
      <TitledDialog look="page" title={t('billing.pix.paid')} onClose={onClose}>
        <div className="middle gap-8 p-24 t-success centered" role="status">
          <CircleCheck size={56} strokeWidth={1.5} aria-hidden="true" />
          <h3 className="ink h1">{t('billing.pix.thanks', { value })}</h3>
          <p className="muted">{t('billing.pix.until', { date: writtenDay(paidInvoice.until) })}</p>
        </div>
      </TitledDialog>
    );
  return (
    <TitledDialog
      look="page"
      title={t('billing.pix.title', { value })}
      onClose={onClose}
      footer={
        <>
          <span className="grow subtle inline gap-8 small" role="status">
            <LoaderCircle className="spin" size={16} aria-hidden="true" />
            {t('billing.pix.waiting')}
          </span>
          <Button size="large" onClick={onClose}>
            {t('shell.close')}
          </Button>
        </>
      }
    >
      <div className="bl-pix pairs grid gap-24 top phone-one">
        <div className="bl-code qr center-x self-start r-lg p-16" data-over={leftTime === undefined}>
          <QRCodeSVG value={charge.qrcode} size={208} title={t('billing.pix.code')} />
        </div>
        <div>
          <p className="grid">
            <b className="num figure">{leftTime ?? t('billing.pix.over')}</b>
            <span className="muted">
              {t(leftTime === undefined ? 'billing.pix.over.text' : 'billing.pix.left')}
            </span>
          </p>
          <ol className="numbered grid gap-6 my-12">
            <li>{t('billing.pix.step1')}</li>
            <li>{t('billing.pix.step2')}</li>
            <li>{t('billing.pix.step3', { value })}</li>
          </ol>
          <p className="label">{t('billing.pix.text')}</p>
          <p className="flex gap-8">
            <OutlinedInput
              className="grow"
              size="small"
              readOnly
              inputProps={{ 'aria-label': t('billing.pix.text') }}
              value={charge.qrcode}
              onFocus={(e) => e.target.select()}
            />
            <Button variant="tonal" onClick={() => void copy()}>
              <Copy size={16} aria-hidden="true" />
              {t('billing.pix.copy')}
            </Button>
          </p>
          {charge.payPage === null ? null : (
            <p className="hint">
              <a className="inline gap-6 t-accent" href={charge.payPage} target="_blank" rel="noreferrer">
                <ExternalLink size={14} aria-hidden="true" /> {t('billing.pix.sandbox')}
              </a>
            </p>
          )}
        </div>
      </div>
    </TitledDialog>
  );
};
