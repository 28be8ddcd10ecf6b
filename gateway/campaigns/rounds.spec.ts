import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptyContent } from '../../api/campaigns/form.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { sleep } from '../../domain/kernel/retry.ts';
import type { CampaignDocument } from '../../projections/campaigns/document.ts';
import { ana, startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';
import { givePlan } from '../../testing/plan.ts';
import { createCampaigns } from './campaigns.ts';
import type { CampaignsDeps } from './deps.ts';

let test: TestGateway;
beforeEach(async () => {
  test = await startTestGateway();
  await givePlan(test.desk, system, {});
});
afterEach(() => test.close());

async function begun(connectionId: string, scheduledAt: string | null = null): Promise<string> {
  if (connectionId !== 'gone')
    await test.desk.connections.reportStatus(system, { connectionId, status: 'CONNECTED' });
  const { listId: contactListId } = await test.desk.contactLists.create(system, { name: 'Clientes' });
  const items = [{ itemId: newId(), name: 'Bia', number: '5511987654321', email: '' }];
  await test.desk.contactLists.add(system, { listId: contactListId, items });
  const content = { ...emptyContent, name: 'Natal', messages: ['Oi', '', '', '', ''] };
  const named = { connectionId, contactListId, userId: 'ana', scheduledAt };
  const { campaignId } = await test.desk.campaigns.create(ana, { ...content, ...named });
  if (scheduledAt === null) await test.desk.campaigns.start(ana, { campaignId });
  return campaignId;
}

/** The job without a gateway: nothing that it queues goes out. `waits`: how often it waited for that, and ceased to. */
function jobOf(more: Partial<CampaignsDeps>) {
  const waits = { begun: 0, ended: 0 };
  const outcome = {
    told: (ms: number, signal: AbortSignal) => sleep(ms, signal).then(() => false),
    close: () => {
      waits.ended += 1;
    },
  };
  const job = createCampaigns({
    ...test,
    media: { stat: async () => undefined },
    settings: { isStopped: () => false, of: () => '' },
    outcomes: {
      of: () => {
        waits.begun += 1;
        return outcome;
      },
    },
    reached: test.projector.reached,
    now: () => new Date(),
    log: pino({ level: 'silent' }),
    everyMs: 1_000,
    ...more,
  });
  return { job, waits };
}

const jobWhoseStateFails = (failingKey: string, failing: 'get' | 'set' = 'get') =>
  jobOf({
    state: {
      ...test.state,
      get: async (key) => {
        if (key === failingKey && failing === 'get') throw new Error('away');
        return test.state.get(key);
      },
      set: async (key, ...rest) => {
        if (key === failingKey && failing === 'set') throw new Error('away');
        return test.state.set(key, ...rest);
      },
    },
  });

it('a round that fails for one connection ends when the others have been served: nobody else serves them meanwhile', async () => {
  const other = await test.desk.connections.create(system, { name: 'Outra', channel: 'simulator' });
  const failing = await begun(test.connectionId);
  await begun(other.connectionId);
  await test.projector.reached(await test.eventStore.head(), 5_000);
  const { job, waits } = jobWhoseStateFails(`campaign-cursor/${failing}`);
  await expect(job.round(new AbortController().signal)).rejects.toThrow('away');
  expect(waits).toEqual({ begun: 1, ended: 1 });
});

it('what cannot be written of a message that is on its way fails the round, once it is known what became of the message', async () => {
  const campaignId = await begun(test.connectionId);
  await test.projector.reached(await test.eventStore.head(), 5_000);
  const { job, waits } = jobWhoseStateFails(`campaign-lane/${test.connectionId}`, 'set');
  await expect(job.round(new AbortController().signal)).rejects.toThrow('away');
  expect(waits).toEqual({ begun: 1, ended: 1 });
  // Beside it how far the campaign is was written: nobody is looked at twice.
  expect((await test.state.get<{ dealt: number }>(`campaign-cursor/${campaignId}`))?.value.dealt).toBe(1);
});

it('a campaign that is deleted while it is stopped holds back no other', async () => {
  const campaignId = await begun('gone');
  await begun(test.connectionId);
  await test.projector.reached(await test.eventStore.head(), 5_000);
  const campaigns: TestGateway['desk']['campaigns'] = {
    ...test.desk.campaigns,
    cancel: async (...stopping) => {
      await test.desk.campaigns.cancel(ana, { campaignId });
      await test.desk.campaigns.delete(ana, { campaignId });
      return test.desk.campaigns.cancel(...stopping);
    },
  };
  const { job, waits } = jobOf({ desk: { ...test.desk, campaigns } });
  await job.round(new AbortController().signal);
  expect(waits).toEqual({ begun: 1, ended: 1 });
});

it('of a company that has to pay before anybody signs in it neither begins nor writes: nobody there could stop it', async () => {
  await test.desk.companies.update(system, { dueDate: '2026-01-31' });
  await begun(test.connectionId);
  const now = () => new Date('2027-01-01T12:00:00.000Z');
  const due = await begun(test.connectionId, '2026-12-31T12:00:00.000Z');
  const settled = async () => test.projector.reached(await test.eventStore.head(), 5_000);
  const status = async () =>
    (await test.readStore.forCompany(system.companyId).get<CampaignDocument>('campaigns', due))?.status;
  await settled();
  const { job, waits } = jobOf({ now });
  await job.round(new AbortController().signal);
  await settled();
  expect([waits.begun, await status()]).toEqual([0, 'PROGRAMADA']);
  await test.desk.companies.update(system, { dueDate: '2027-01-31' });
  await settled();
  await job.round(new AbortController().signal);
  await settled();
  expect([waits.begun, await status()]).toEqual([1, 'EM_ANDAMENTO']);
});
