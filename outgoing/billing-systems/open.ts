import type { Integration, KeysOf } from '../../domain/company/integrations.ts';
import { type BillingSystem, BillingSystemError } from '../../domain/ports/billing-system.ts';
import { createAsk } from '../ask.ts';
import { type AllowedPrivate, publicLines } from '../private-addresses.ts';
import { type AsaasPlaces, createAsaas } from './asaas.ts';
import { createIxc } from './ixc.ts';
import { createMkauth } from './mkauth.ts';

export interface BillingSystemSettings {
  readonly allowedPrivate: AllowedPrivate;
  /** For tests. */
  readonly asaasPlaces?: AsaasPlaces;
  readonly timeoutMs?: number;
}

/** Of one question; what is asked about a person takes several. */
const timeoutMs = 6_000;
const mostBytes = 512 * 1024;
/** Questions under way at once in a process, and of one company: whose system is slow keeps nobody else waiting. */
const mostAtOnce = 24;
const mostOfCompany = 4;

/** Returns how the systems that companies bill by are asked. */
export function openBillingSystems({ allowedPrivate, asaasPlaces, ...settings }: BillingSystemSettings) {
  const ask = createAsk({
    connect: publicLines(allowedPrivate),
    timeoutMs: settings.timeoutMs ?? timeoutMs,
    mostBytes,
  });
  const systems: { readonly [K in Integration]: (keys: KeysOf<K>) => BillingSystem } = {
    asaas: (keys) => createAsaas(keys, ask, asaasPlaces),
    ixc: (keys) => createIxc(keys, ask),
    mkauth: (keys) => createMkauth(keys, ask),
  };
  const underWay = new Map<string, number>();
  let all = 0;

  return {
    /** Returns what `work` gives of the company's system. @throws BillingSystemError, `busy` where too many are asked already */
    async use<K extends Integration, T>(
      companyId: string,
      kind: K,
      keys: KeysOf<K>,
      work: (system: BillingSystem) => Promise<T>,
    ): Promise<T> {
      const own = underWay.get(companyId) ?? 0;
      if (all >= mostAtOnce || own >= mostOfCompany)
        throw new BillingSystemError('busy', 'too many questions at once');
      all += 1;
      underWay.set(companyId, own + 1);
      try {
        return await work(systems[kind](keys));
      } finally {
        all -= 1;
        const left = (underWay.get(companyId) ?? 1) - 1;
        if (left > 0) underWay.set(companyId, left);
        else underWay.delete(companyId);
      }
    },
  };
}
export type BillingSystems = ReturnType<typeof openBillingSystems>;
