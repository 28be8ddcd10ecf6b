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

const noon = (day: string) => `${day}T12:00:00.000Z`;

async function begun(connectionId: string, scheduledAt: string | null = null): Promise<string> {
  if (connectionId !== 'gone')
    await test.desk.connections.reportStatus(system, { connectionId, status: 'CONNECTED' });
  const { listId: contactListId } = await test.desk.contactLists.create(system, { name: 'Clientes' });
  const items = [{ itemId: newId(), name: 'Bia', number: '5511987654321', email: '' }];
  await test.desk.contactLists.add(system, { listId: contactListId, items });
  const content = { ...emptyContent, name: 'Natal', messages: ['Oi', '', '', '', ''] };
  const named = { connectionId, contactListId, userId: 'ana', scheduledAt };
  const made = { ...ana, at: noon('2026-12-01') };
  const { campaignId } = await test.desk.campaigns.create(made, { ...content, ...named });
  if (scheduledAt === null) await test.desk.campaigns.start(made, { campaignId });
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

const settled = async () => test.projector.reached(await test.eventStore.head(), 5_000);
const shown = (id: string) =>
  test.readStore.forCompany(system.companyId).get<CampaignDocument>('campaigns', id);
const dueDate = (day: string) => () => test.desk.companies.update(system, { dueDate: day });

/** A round at noon of each day, and changes in between. Resolves with how many messages it sent. */
async function daysPass(...days: readonly (string | (() => Promise<unknown>))[]): Promise<number> {
  let at = '';
  const { job, waits } = jobOf({ now: () => new Date(at) });
  for (const day of days) {
    if (typeof day === 'string') at = noon(day);
    else await day();
    await settled();
    if (typeof day === 'string') await job.round(new AbortController().signal);
    await settled();
  }
  return waits.begun;
}

it('of a company that has to pay before anybody signs in it neither begins nor writes: nobody there could stop it', async () => {
  await begun(test.connectionId);
  const due = await begun(test.connectionId, noon('2027-01-01'));
  expect(await daysPass(dueDate('2026-12-31'), '2027-01-01')).toBe(0);
  expect((await shown(due))?.status).toBe('PROGRAMADA');
  expect(await daysPass(dueDate('2027-01-31'), '2027-01-01')).toBe(1);
  expect((await shown(due))?.status).toBe('EM_ANDAMENTO');
});

it('a company that pays late finds stopped what ran, and not begun what was due: somebody there has to want it again', async () => {
  const running = await begun(test.connectionId);
  const due = await begun(test.connectionId, noon('2027-01-02'));
  const ahead = await begun(test.connectionId, noon('2027-03-01'));
  await daysPass(dueDate('2026-12-31'), '2027-01-01', '2027-01-02', '2027-01-04');
  const said = async (id: string) => [(await shown(id))?.status, (await shown(id))?.code];
  expect([await said(running), await said(due), await said(ahead)]).toEqual([
    ['CANCELADA', 'ERR_COMPANY_EXPIRED'],
    ['CANCELADA', 'late'],
    ['PROGRAMADA', null],
  ]);
  expect(await daysPass(dueDate('2027-02-28'), '2027-02-20')).toBe(0);
  const again = { ...ana, at: noon('2027-02-20') };
  const sent = daysPass(() => test.desk.campaigns.restart(again, { campaignId: due }), '2027-02-20');
  expect(await sent).toBe(1);
  // It had not begun before.
  expect(await shown(due)).toMatchObject({ status: 'EM_ANDAMENTO', code: null, scheduledAt: again.at });
});

/** The state of a campaign after a round of a company that stands, at an instant. */
function standingStill(campaignId: string) {
  let at = '';
  const { job, waits } = jobOf({
    now: () => new Date(at),
    settings: { isStopped: () => true, of: () => '' },
  });
  const statusAfter = async (instant: string) => {
    at = instant;
    await job.round(new AbortController().signal);
    await settled();
    return [(await shown(campaignId))?.status, (await shown(campaignId))?.code];
  };
  return { statusAfter, waits };
}

it('what ran as a company was switched off waits for a day, then it is stopped: it went on by itself once the company was on again', async () => {
  const running = await begun(test.connectionId);
  await test.desk.companies.switchOff({ ...system, at: noon('2027-01-01') });
  await settled();
  const { statusAfter, waits } = standingStill(running);
  expect(await statusAfter('2027-01-02T11:59:00.000Z')).toEqual(['EM_ANDAMENTO', null]);
  expect(await statusAfter('2027-01-02T12:01:00.000Z')).toEqual(['CANCELADA', 'ERR_COMPANY_OFF']);
  expect(waits.begun).toBe(0);
});

it('what ran as a company was deleted waits for a day, then it is stopped: it went on by itself once the company was restored', async () => {
  const running = await begun(test.connectionId);
  await test.desk.companies.remove({ ...system, at: noon('2027-01-01') });
  await settled();
  const { statusAfter, waits } = standingStill(running);
  expect(await statusAfter('2027-01-02T11:59:00.000Z')).toEqual(['EM_ANDAMENTO', null]);
  expect(await statusAfter('2027-01-02T12:01:00.000Z')).toEqual(['CANCELADA', 'ERR_COMPANY_OFF']);
  await test.desk.companies.restore({ ...system, at: noon('2027-01-20') });
  await settled();
  expect((await shown(running))?.status).toBe('CANCELADA');
  expect(waits.begun).toBe(0);
});

it.each([
  ['switched off and on', 'switchOff', 'switchOn'],
  ['deleted and restored', 'remove', 'restore'],
] as const)(
  'what ran as a company was %s while no gateway ran does not go on by itself: somebody restarts it',
  async (_how, end, back) => {
    const running = await begun(test.connectionId);
    const { companies } = test.desk;
    const away = (goneAt: string, backAt: string) => async () => {
      await companies[end]({ ...system, at: goneAt });
      await companies[back]({ ...system, at: backAt });
    };
    await away(noon('2027-01-01'), '2027-01-02T11:59:00.000Z')();
    expect(await daysPass('2027-01-03')).toBe(1);
    const others = await begun(test.connectionId);
    await away(noon('2027-01-04'), '2027-01-05T12:01:00.000Z')();
    // What was short after it makes it no shorter.
    await away(noon('2027-01-06'), '2027-01-06T12:01:00.000Z')();
    expect(await daysPass('2027-01-07')).toBe(0);
    const stopped = { status: 'CANCELADA', code: 'ERR_COMPANY_OFF' };
    expect([await shown(running), await shown(others)]).toMatchObject([stopped, stopped]);
    const again = { ...ana, at: noon('2027-01-08') };
    await test.desk.campaigns.restart(again, { campaignId: others });
    expect(await daysPass('2027-01-08')).toBe(1);
  },
);

it('a process that has just begun stops nothing of who has to pay: what was paid meanwhile may not be taken in yet', async () => {
  const running = await begun(test.connectionId);
  await dueDate('2026-12-31')();
  await settled();
  let at = '2027-01-04T12:00:00.000Z';
  let isSettled = true;
  const { job } = jobOf({ now: () => new Date(at), reached: async () => isSettled });
  const statusAfter = async (instant: string) => {
    at = instant;
    await job.round(new AbortController().signal);
    await settled();
    return (await shown(running))?.status;
  };
  expect(await statusAfter('2027-01-04T12:00:00.000Z')).toBe('EM_ANDAMENTO');
  expect(await statusAfter('2027-01-04T12:09:00.000Z')).toBe('EM_ANDAMENTO');
  isSettled = false;
  expect(await statusAfter('2027-01-04T12:20:00.000Z')).toBe('EM_ANDAMENTO');
  isSettled = true;
  expect(await statusAfter('2027-01-04T12:21:00.000Z')).toBe('CANCELADA');
});

it('one whose time passed days ago while nothing could begin it does not begin by itself; within a day it does', async () => {
  const late = await begun(test.connectionId, noon('2026-12-30'));
  const soon = await begun(test.connectionId, '2026-12-31T12:00:00.001Z');
  await daysPass('2027-01-01');
  expect([(await shown(late))?.code, (await shown(soon))?.status]).toEqual(['late', 'EM_ANDAMENTO']);
});

it('one that is given a time of long ago begins at once', async () => {
  const given = await begun(test.connectionId, noon('2020-01-01'));
  await daysPass('2026-12-01');
  expect((await shown(given))?.status).toBe('EM_ANDAMENTO');
});
