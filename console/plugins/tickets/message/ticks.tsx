import { Check, CircleAlert, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../../../shell/i18n.ts';

/** The two overlapping ticks, drawn for this product. */
function DoubleTick() {
  return (
    <svg className="i i-sm" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M1.5 12.8 5.8 17 15 7" />
      <path d="m11.2 16.2.9.8L21.5 7" />
    </svg>
  );
}

export type Delivery = 'pending' | 'waiting' | 'sent' | 'delivered' | 'read' | 'failed';

/** Returns the spec's ack numbers as words: 0 pending, 1-2 sent, 3 delivered, 4-5 read. */
export const deliveryOf = (ack: number): Delivery =>
  ack >= 4 ? 'read' : ack === 3 ? 'delivered' : ack >= 1 ? 'sent' : 'pending';

const icons: Record<Delivery, ReactNode> = {
  pending: <Clock size={14} aria-hidden="true" />,
  waiting: <Clock size={14} aria-hidden="true" />,
  sent: <Check size={16} aria-hidden="true" />,
  delivered: <DoubleTick />,
  read: <DoubleTick />,
  failed: <CircleAlert size={15} aria-hidden="true" />,
};

/** Ticks of an own message, with their meaning for those who do not see them. */
export function Ticks({ delivery }: { readonly delivery: Delivery }) {
  const t = useT();
  const text = t(`tickets.ack.${delivery}`);
  return (
    <span className={`tk-ack inline at tk-${delivery}`} title={text} data-ack={delivery}>
      {icons[delivery]}
      <span className="vh">{text}</span>
    </span>
  );
}
