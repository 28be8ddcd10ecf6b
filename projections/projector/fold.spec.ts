import { expect, it } from 'vitest';
import { createInMemoryReadStore } from '../../testing/in-memory/read-store.ts';
import { company, event, recorded, startRun } from '../../testing/projections.ts';
import { collections, projections } from '../index.ts';
import type { Notice } from '../ports/read-store.ts';
import { applyBatch } from './apply-batch.ts';

const setUp = () => {
  const readStore = createInMemoryReadStore({ collections });
  const reader = readStore.forCompany(company);
  return {
    reader,
    /** Folds in one batch as a projector does that has just started: nothing is remembered of what was folded before. */
    fold: async (events: ReturnType<typeof recorded>) =>
      applyBatch(await startRun(readStore, projections), events),
    notices: async (channel: string): Promise<readonly Notice[]> =>
      (await readStore.changes(company, 0, 100)).notices.filter((one) => one.channel === channel),
  };
};
const tickets = `company-${company}-ticket`;

it('an event given again after a crash is not counted again in what follows it', async () => {
  const { reader, fold } = setUp();
  const [opened, first, second] = recorded([event.opened(), event.received('m1'), event.received('m2')]);
  await fold([opened!, first!]);
  expect(await reader.get('tickets', 't1')).toMatchObject({ unreadMessages: 1 });
  await fold([first!, second!]);
  expect(await reader.get('tickets', 't1')).toMatchObject({ unreadMessages: 2, position: 3 });
});

it('an event of one company that names a document of another is set aside and changes nothing', async () => {
  const { reader, fold, notices } = setUp();
  const [opened, foreign, own] = recorded([
    event.opened(),
    { ...event.resolved(), companyId: 'c2', stream: 'ticket-c2_t1' },
    event.received('m1'),
  ]);
  await fold([opened!]);
  const told = (await notices(tickets)).length;
  await fold([foreign!]);
  expect(await reader.get('tickets', 't1')).toMatchObject({
    companyId: 'c1',
    status: 'pending',
    position: 1,
  });
  expect(await notices(tickets)).toHaveLength(told);
  await fold([own!]);
  expect(await reader.get('tickets', 't1')).toMatchObject({ status: 'pending', unreadMessages: 1 });
});

it('a notice says who saw the document before, so that they are told to let go of it', async () => {
  const { fold, notices } = setUp();
  const events = recorded([event.opened(), event.accepted(), event.transferred()]);
  for (const one of events) await fold([one]);
  expect((await notices(tickets)).map(({ before, after }) => ({ before, after }))).toEqual([
    { before: null, after: { queueId: 'q1', userId: null } },
    { before: { queueId: 'q1', userId: null }, after: { queueId: 'q1', userId: 'u1' } },
    { before: { queueId: 'q1', userId: 'u1' }, after: { queueId: 'q2', userId: null } },
  ]);
});

it('a notice told again after a crash has from the event who saw the document before', async () => {
  const { fold, notices } = setUp();
  const [opened, transferred] = recorded([event.opened(), event.transferred()]);
  await fold([opened!, transferred!]);
  await fold([transferred!]);
  expect((await notices(tickets)).at(-1)).toMatchObject({
    before: { queueId: 'q1', userId: null },
    after: { queueId: 'q2', userId: null },
  });
});
