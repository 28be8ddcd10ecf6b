import { expect, it } from 'vitest';
import { hasOpenssl } from '../testing/certificates.ts';
import { openEfiAccount } from '../testing/efi/account.ts';
import { faults } from '../testing/faults.ts';
import { createInMemoryStateStore } from '../testing/in-memory/state-store.ts';
import { openPayments } from './open.ts';

const never = new AbortController().signal;
const deps = (publicUrl: string | undefined, warnings: unknown[]) => ({
  state: createInMemoryStateStore(),
  desk: { invoices: {} as never },
  log: { warn: (...said: unknown[]) => void warnings.push(said) },
  now: () => new Date(),
  secretKey: 'a secret of at least thirty-two characters',
  publicUrl,
});

it.runIf(hasOpenssl())(
  'Efí is told where to tell of payments with the first look, again where that failed',
  async () => {
    const { double, settings, dispose } = await openEfiAccount(() => new Date());
    const efi = { provider: 'efi', webhookMutualTls: true, ...settings } as const;
    const warnings: unknown[] = [];
    const charges = openPayments(efi, deps('https://desk.example.org', warnings))!.charges;
    double.failNext(/PUT .*webhook/, faults.status(400));
    for (let rounds = 0; rounds < 3; rounds++) await charges.reconcile(never, () => {});
    const [address = ''] = [...double.webhooks.values()];
    expect(address).toMatch(/^https:\/\/desk\.example\.org\/api\/payments\/notices\/[\w-]{43}$/);
    const puts = double.asked.filter(({ method }) => method === 'PUT');
    expect(puts.map(({ headers }) => headers['x-skip-mtls-checking'])).toEqual(['false', 'false']);
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toContain(address.split('/').at(-1));
    // Another process says the same; where nobody can reach us, nothing is said.
    await openPayments(efi, deps('https://desk.example.org', warnings))!.charges.reconcile(never, () => {});
    for (const local of [undefined, 'http://localhost:8080'])
      await openPayments(efi, deps(local, warnings))!.charges.reconcile(never, () => {});
    expect(double.asked.filter(({ method }) => method === 'PUT')).toHaveLength(2);
    await dispose();
  },
);
