import { describe } from 'vitest';
import { hasOpenssl } from '../testing/certificates.ts';
import { openEfiAccount } from '../testing/efi/account.ts';
import { createInMemoryStateStore } from '../testing/in-memory/state-store.ts';
import { paymentProviderContract } from './contract.ts';
import { createEfi } from './efi/efi.ts';
import { createSandbox } from './sandbox.ts';

const clock = () => {
  let at = Date.parse('2026-12-02T12:00:00.000Z');
  return {
    now: () => new Date(at),
    pass: (ms: number) => {
      at += ms;
    },
  };
};

paymentProviderContract('the sandbox', async () => {
  const { now, pass } = clock();
  const provider = createSandbox({ state: createInMemoryStateStore(() => now().getTime()), now });
  return { provider, pay: async (txid) => provider.pretendPaid?.(txid), pass, dispose: async () => {} };
});

describe.runIf(hasOpenssl())('with certificates', () => {
  paymentProviderContract('Efí', async () => {
    const { now, pass } = clock();
    const { double, settings, dispose } = await openEfiAccount(now);
    return {
      provider: createEfi({ ...settings, webhookKey: 'key' }, now, { firstMs: 1, refundMs: 1 }),
      pay: async (txid) => double.pay(txid),
      pass,
      dispose,
    };
  });
});
