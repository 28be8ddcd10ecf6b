import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Question } from '../../domain/bot/invoices.ts';
import type { IntegrationKey } from '../../domain/company/integrations.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { NeedsAnswer } from '../../domain/ticket/bot.ts';
import { changeIntegrationKey } from '../../messaging/integration-keys.ts';
import { openBillingSystems } from '../../outgoing/billing-systems/open.ts';
import {
  type BillingDouble,
  billingKeys,
  free,
  owing,
  startBillingSystems,
} from '../../testing/billing-systems/server.ts';
import { faults } from '../../testing/faults.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { createVault } from '../secrets/vault.ts';
import { createInvoiceLookUp } from './invoice-look-up.ts';

const vault = createVault('a secret of at least thirty-two characters');
const asking = (document: string): Question => ({ system: 'asaas', document });
let double: BillingDouble;
let state: StateStore;
let logged = '';
beforeAll(async () => {
  double = await startBillingSystems();
});
beforeEach(() => {
  state = createInMemoryStateStore();
  logged = '';
});
afterAll(() => double.stop());

/** A company with these keys of its own, and this plan. */
async function company(keys: Partial<Record<IntegrationKey, string>>, flags = ['useIntegrations']) {
  const settings: Record<string, string> = {};
  for (const [key, value] of Object.entries(keys))
    await changeIntegrationKey(
      { state, vault },
      { companyId: 'c1', key: key as IntegrationKey, value, before: undefined },
      async (mark) => {
        settings[key] = mark;
        return mark;
      },
    );
  const reader = { get: async () => ({ id: 'c1', flags, settings }) };
  return createInvoiceLookUp({
    billingSystems: openBillingSystems(double.settings),
    readStore: { forCompany: () => reader as never },
    state,
    vault,
    log: pino({ level: 'trace' }, { write: (line: string) => (logged += line) }),
  });
}

it('asks the company’s own system with its own keys', async () => {
  const lookUp = await company(double.keys.asaas);
  expect(await lookUp('c1', asking(owing))).toMatchObject({
    is: 'invoices',
    invoices: [{ amountCents: 4_223 }, { amountCents: 10_000 }],
  });
  expect(await lookUp('c1', asking(free))).toEqual({ is: 'invoices', invoices: [] });
  expect(await lookUp('c1', asking('39053344705'))).toEqual({ is: 'unknown' });
});

it('asks nobody where a key is missing or the plan has no integrations', async () => {
  double.asked.length = 0;
  expect(await (await company({ ipixc: double.url }))('c1', { system: 'ixc', document: owing })).toEqual({
    is: 'failed',
  });
  expect(await (await company(double.keys.asaas, []))('c1', asking(owing))).toEqual({ is: 'failed' });
  expect(double.asked).toEqual([]);
});

it('has failed where nobody answers; the log says why, and neither whom it was about nor a key', async () => {
  const lookUp = await company(double.keys.asaas);
  double.failNext(/payments/, faults.status(500));
  expect(await lookUp('c1', asking(owing))).toEqual({ is: 'failed' });
  expect(logged).toContain('could not look up invoices');
  expect(logged).not.toContain(owing);
  expect(logged).not.toContain(billingKeys.asaas);
});

it('whoever logs what the bot asks for logs nobody’s document', () => {
  const log = pino({}, { write: (line: string) => (logged += line) });
  log.error({ err: new NeedsAnswer(asking(owing)) }, 'failed');
  expect(logged).toContain('the bot has a question');
  expect(logged).not.toContain(owing);
});
