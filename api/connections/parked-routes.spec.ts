import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ParkedView } from '../../contract/connection.ts';
import { dropParkedOf, type Parked, park } from '../../messaging/parked.ts';
import { startTestApi } from '../../testing/api.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let companyId = '';
let headers = { authorization: '' };
const connectionId = uuidv7();
beforeAll(async () => {
  api = await startTestApi();
  const mine = await api.company('Loja');
  companyId = mine.companyId;
  headers = await api.signIn(mine.email);
  const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
  const { position } = await api.desk.connections.create(context, {
    connectionId,
    name: 'Balcão',
    channel: 'simulator',
  });
  await api.reached(position);
});
afterAll(() => api.close());

const parked = (externalId: string, at: string, number = '5511955500142'): Omit<Parked, 'id'> => ({
  ...{ connectionId, kind: 'message', externalId, addresses: [number], name: 'Marina' },
  ...{ body: 'Oi', reason: 'unreadable', detail: 'UnreadableEventError: at ticket-…', at, what: {} },
});
const listed = async (more = '', as = headers) =>
  (await api.app.inject({ url: `/api/parked${more}`, headers: as })).json<{
    parked: ParkedView[];
    hasMore: boolean;
  }>();

it('an admin sees what could not be taken in: what, when, from whom, why; another company’s admin does not', async () => {
  await park(api.state, companyId, parked('A1', '2026-11-20T10:00:00.000Z'));
  await park(api.state, companyId, parked('A2', '2026-11-21T10:00:00.000Z'));
  const { parked: found } = await listed();
  expect(found.map(({ at }) => at)).toEqual(['2026-11-21T10:00:00.000Z', '2026-11-20T10:00:00.000Z']);
  expect(found[0]).toMatchObject({
    connection: { id: connectionId, name: 'Balcão' },
    ...{ kind: 'message', from: '5511955500142', name: 'Marina', body: 'Oi', reason: 'unreadable' },
  });
  const other = await api.signIn((await api.company('Outra')).email);
  expect((await listed('', other)).parked).toEqual([]);
  const foreign = await api.app.inject({
    method: 'DELETE',
    url: `/api/parked/${found[0]!.id}`,
    headers: other,
  });
  expect(foreign.statusCode).toBe(404);
});

it('what somebody has seen to is gone; what an erased contact sent too', async () => {
  const [first] = (await listed()).parked;
  const answer = await api.app.inject({ method: 'DELETE', url: `/api/parked/${first!.id}`, headers });
  expect(answer.statusCode).toBe(204);
  await park(api.state, companyId, parked('B1', '2026-11-21T11:00:00.000Z', '5511900000000'));
  await dropParkedOf(api.state, companyId, new Set(['5511955500142']));
  expect((await listed()).parked).toMatchObject([{ from: '5511900000000' }]);
});

it('more than a page goes on behind the last one shown', async () => {
  for (let at = 0; at < 60; at++)
    await park(api.state, companyId, parked(`C${at}`, new Date(Date.UTC(2026, 9, 1, 0, at)).toISOString()));
  const { parked: found, hasMore } = await listed();
  expect(hasMore).toBe(true);
  const rest = await listed(`?after=${found.at(-1)!.id}`);
  expect(rest.hasMore).toBe(false);
  expect(new Set([...found, ...rest.parked].map(({ id }) => id)).size).toBe(61);
});
