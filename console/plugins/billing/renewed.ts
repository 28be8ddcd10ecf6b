import { useEffect, useRef, useState } from 'react';
import type { InvoiceView } from '../../../contract/invoice.ts';
import { writtenDay } from '../../shell/days.ts';
import { notify } from '../../shell/notify.ts';

/** The spec's time to read that the licence was renewed. */
const readMs = 4_000;

/** Returns who is to be told of the invoice that was paid: it is said until when the licence goes, and once that was read `go` is called. */
export function useRenewed(go: () => void): (paid: Pick<InvoiceView, 'until'>) => void {
  const [until, setUntil] = useState<string>();
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    if (until === undefined) return;
    notify.success('billing.renewed', { values: { date: writtenDay(until) } });
    const leaving = setTimeout(() => latest.current(), readMs);
    return () => clearTimeout(leaving);
  }, [until]);
  return (paid) => setUntil(paid.until);
}
