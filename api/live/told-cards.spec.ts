import fc from 'fast-check';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { withBrief } from '../../contract/brief.ts';
import { type BriefChange, type Change, mostKnownCards } from '../../contract/changes.ts';
import { usualFields } from '../../domain/ticket/fields/derive.ts';
import type { Notice } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { Session } from '../auth/subject.ts';
import { createDistribution } from './distribute.ts';
import type { SignedLine } from './lines.ts';
import { createRoster } from './roster.ts';
import { createSubscriber } from './subscriber.ts';

const companyId = 'c';
const channel = 'company-c-ticket';
type Fields = Readonly<Record<string, unknown>>;

/** A ticket as its projection keeps it; of no interest here are names. */
const ticket = (id: string, position: number, fields: Partial<TicketDocument>): TicketDocument => ({
  ...{ id, companyId, position, protocol: id, status: 'pending', isGroup: false, contactId: `contact ${id}` },
  ...{ connectionId: 'w', queueId: 'support', userId: null, unreadMessages: 0, unreadFrom: null },
  ...{ receivedUpTo: null, integration: null, chatbot: false, lastMessage: null, waitingSince: null },
  ...{ previousTicketId: null, rating: null, createdAt: '1', acceptedAt: null, acceptedBy: null },
  ...{ closedAt: null, closedBy: null, updatedAt: '1', tagIds: [] },
  ...usualFields,
  ...fields,
});

/** A desk whose changes are told, and lines that follow its tickets. */
function createScene() {
  const roster = createRoster();
  const names = {
    company: async () => ({ get: () => undefined, former: () => undefined }),
    contacts: async () => new Map(),
    platformSettings: async () => ({}),
  };
  const deps = {
    names,
    readStore: { forCompany: () => ({}) },
    state: {},
    serving: {},
    log: pino({ level: 'silent' }),
  };
  const distribution = createDistribution(
    deps as unknown as Parameters<typeof createDistribution>[0],
    roster,
  );
  const documents = new Map<string, TicketDocument>();
  let seq = 0;
  let generation = 0;

  const audienceOf = ({ queueId, userId }: TicketDocument) => ({ queueId, userId });

  /** A client: what it shows, made of what it was told. What it has not read yet waits in the server. */
  function join(isBrief: boolean, queueIds: readonly string[] | 'all', isHeld = false) {
    const session = { userId: 'u', companyId, profile: 'user', sid: 's' };
    const rights = (ids: readonly string[] | 'all') =>
      ({ ...session, scope: { userId: 'u', queueIds: ids, noQueue: false } }) as unknown as Session;
    const subscriber = createSubscriber({
      company: undefined,
      session: rights(queueIds),
      generation: `g${generation}`,
      channels: new Set([channel]),
      rooms: new Map(),
      isBrief,
      from: 0,
    });
    roster.enter(companyId, { subscriber, line: {} as SignedLine });
    let shown = new Map<string, unknown>();
    const known = new Map<string, Fields>();
    let told = { brief: 0, letters: 0 };
    let scope = queueIds;
    /** As a page that asks for its lists anew. */
    const fetchAll = () => {
      shown = new Map();
      for (const { id, position, ...rest } of documents.values())
        if (scope === 'all' || scope.includes(rest.queueId ?? '')) shown.set(id, position);
    };
    const apply = (item: Change & Partial<BriefChange>) => {
      told = { ...told, letters: told.letters + JSON.stringify(item).length };
      if (item.action === 'resync') return fetchAll();
      if (item.action === 'delete') return shown.delete(item.id);
      let document = item.document as Fields;
      if (item.changed) {
        expect([item.channel, isBrief]).toEqual(['ticket', true]);
        const card = known.get(item.id);
        if (card === undefined) throw new Error(`a change of ${item.id}, which this line was never told`);
        document = withBrief(card, item.changed, item.position);
        told = { ...told, brief: told.brief + 1 };
      }
      known.delete(item.id);
      known.set(item.id, document);
      shown.set(item.id, document);
    };
    const frames = subscriber.frames();
    let next: ReturnType<typeof frames.next> | undefined;
    // What happens while it waits to stand is told to it then.
    const from = seq;
    const stand = () => {
      fetchAll();
      subscriber.replayed([], from, false);
    };
    if (!isHeld) stand();
    return {
      stand,
      rights(ids: readonly string[] | 'all') {
        scope = ids;
        subscriber.rights(rights(ids));
      },
      overflow: () => subscriber.resync(),
      newGeneration: () => subscriber.newGeneration(`g${generation}`, seq),
      /** Reads one frame, where there is one. */
      async read() {
        subscriber.flush();
        next ??= frames.next();
        const read = await Promise.race([
          next,
          new Promise<undefined>((resolve) => setImmediate(resolve, undefined)),
        ]);
        if (read === undefined) return false;
        next = undefined;
        for (const item of JSON.parse(read.value!.items.bytes().toString())) apply(item);
        return true;
      },
      shown: () => shown,
      told: () => told,
    };
  }

  return {
    join,
    distribution,
    /** Several changes that are told as one batch. */
    async change(changes: readonly (readonly [id: string, fields: Partial<TicketDocument>])[]) {
      const notices = changes.map(([id, fields]): Notice => {
        seq += 1;
        const before = documents.get(id);
        const after = ticket(id, seq, { ...before, ...fields, id, position: seq });
        documents.set(id, after);
        return {
          ...{ companyId, seq, channel, action: 'update', id, position: seq, document: after },
          before: before ? audienceOf(before) : null,
          after: audienceOf(after),
        };
      });
      await distribution.tell(notices, []);
    },
    startOver(lines: readonly { newGeneration(): void }[]) {
      generation += 1;
      seq = 1;
      distribution.startOver();
      for (const line of lines) line.newGeneration();
    },
  };
}

const said = (body: string, at: string): Partial<TicketDocument> => ({
  unreadMessages: body.length,
  updatedAt: at,
  lastMessage: {
    id: `m${at}`,
    body,
    mediaType: 'chat',
    fromMe: false,
    ack: 0,
    failed: false,
    isDeleted: false,
    at,
  },
});

const idOf = fc.constantFrom('t1', 't2', 't3');
const queueIds = fc.constantFrom<readonly string[] | 'all'>('all', ['support'], ['sales'], []);
const fields = fc.oneof(
  fc.tuple(fc.constantFrom('Oi', 'Alô', ''), fc.constantFrom('1', '2')).map(([body, at]) => said(body, at)),
  fc.constantFrom<Partial<TicketDocument>>(
    { queueId: 'support' },
    { queueId: 'sales' },
    { userId: 'u' },
    { userId: null },
    { handover: { reason: 'keyword' } as never },
    { handover: undefined as never },
    { lastMessage: null },
  ),
);
const step = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      changes: fc.array(fc.tuple(idOf, fields), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('read' as const), line: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('join' as const), queueIds }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hold' as const), queueIds }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rights' as const), line: fc.nat(9), queueIds }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('overflow' as const), line: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('startOver' as const) }) },
);

it('lines that are told briefly show what the others do, whenever they join, read, overflow or change their rights', async () => {
  let brief = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 80 }), async (steps) => {
      const scene = createScene();
      const pairs: (readonly [ReturnType<typeof scene.join>, ReturnType<typeof scene.join>])[] = [];
      const held: (() => void)[] = [];
      const open = (ids: readonly string[] | 'all', isHeld: boolean) =>
        pairs.push([scene.join(true, ids, isHeld), scene.join(false, ids, isHeld)]);
      open('all', false);
      const stood = () => {
        for (const stand of held.splice(0)) stand();
      };
      for (const one of steps) {
        const at = 'line' in one && pairs.length > 0 ? pairs[one.line % pairs.length] : undefined;
        switch (one.kind) {
          case 'change':
            await scene.change(one.changes);
            break;
          case 'join':
            open(one.queueIds, false);
            break;
          case 'hold':
            open(one.queueIds, true);
            held.push(...pairs.at(-1)!.map((line) => line.stand));
            break;
          case 'startOver':
            stood();
            scene.startOver(pairs.flat());
            break;
          default:
            stood();
            for (const line of at ?? [])
              await (one.kind === 'read'
                ? line.read()
                : one.kind === 'rights'
                  ? line.rights(one.queueIds)
                  : line.overflow());
        }
      }
      stood();
      for (const [short, long] of pairs) {
        for (const line of [short, long]) while (await line.read());
        expect(short.shown()).toEqual(long.shown());
        brief += short.told().brief;
      }
    }),
    { numRuns: 300 },
  );
  expect(brief).toBeGreaterThan(300);
});

it('a line that was beginning while others were told a card’s next change gets the card whole, and the others stay right', async () => {
  const scene = createScene();
  const beginning = scene.join(true, 'all', true);
  await scene.change([['t1', said('Oi', '1')]]);
  const [short, long] = [scene.join(true, 'all'), scene.join(false, 'all')];
  await scene.change([['t1', said('Alô', '2')]]);
  for (const line of [short, long]) while (await line.read());
  beginning.stand();
  while (await beginning.read());
  await scene.change([['t1', said('Oi', '1')]]);
  for (const line of [beginning, short, long]) while (await line.read());
  expect(short.shown()).toEqual(long.shown());
  expect(beginning.shown()).toEqual(long.shown());
});

it('a card goes out whole once, to newcomers again, and as its changes otherwise', async () => {
  const scene = createScene();
  const early = scene.join(true, 'all');
  const lengths: number[] = [];
  for (let at = 0; at < 6; at++) {
    if (at === 4) scene.join(true, 'all');
    const before = early.told();
    await scene.change([['t1', said('Oi', String(at))]]);
    await early.read();
    lengths.push(early.told().letters - before.letters);
  }
  expect(early.told().brief).toBe(4);
  expect(lengths.map((length) => (length < 200 ? 'brief' : 'whole'))).toEqual([
    ...['whole', 'brief', 'brief', 'brief', 'whole', 'brief'],
  ]);
});

it('no more cards are told briefly than a page keeps', async () => {
  const scene = createScene();
  const line = scene.join(true, 'all');
  const all = Array.from({ length: mostKnownCards + 1 }, (_, at) => `t${at}`);
  for (const id of [...all, 't0']) await scene.change([[id, { userId: 'u' }]]);
  while (await line.read());
  expect(line.told().brief).toBe(0);
  await scene.change([['t0', { userId: null }]]);
  await scene.change([['t0', { unreadMessages: 2 }]]);
  while (await line.read());
  expect(line.told().brief).toBe(1);
});

it('what was prepared of read models that live no more is told to nobody', async () => {
  const scene = createScene();
  const line = scene.join(true, 'all');
  await line.read();
  const telling = scene.change([['t1', { userId: 'u' }]]);
  scene.startOver([line]);
  await telling;
  await line.read();
  expect(line.told().letters).toBe('{"channel":"","action":"resync","id":"","position":0}'.length);
  expect(await line.read()).toBe(false);
});

it('one that is to reload and does not read costs the others nothing', async () => {
  const scene = createScene();
  const [reader, sleeper] = [scene.join(true, 'all'), scene.join(true, 'all')];
  await scene.change([['t1', { userId: 'u' }]]);
  sleeper.overflow();
  for (const at of ['1', '2', '3']) await scene.change([['t1', said('Oi', at)]]);
  while (await reader.read());
  expect(reader.told().brief).toBe(3);
  // It reads again: what it reloaded it was not told, so that the next change is whole, and all are equal.
  while (await sleeper.read());
  for (const at of ['4', '5']) await scene.change([['t1', said('Oi', at)]]);
  for (const line of [reader, sleeper]) while (await line.read());
  expect([reader.told().brief, sleeper.told().brief]).toEqual([4, 1]);
});
