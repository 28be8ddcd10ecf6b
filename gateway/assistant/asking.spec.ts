import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { StoppedError } from '../../domain/kernel/retry.ts';
import { AssistantError, type AssistantReply } from '../../domain/ports/assistant.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { projections } from '../../projections/index.ts';
import { createInMemoryReadStore } from '../../testing/in-memory/read-store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { createVault } from '../secrets/vault.ts';
import { createAsking } from './asking.ts';
import { createReplies } from './replies.ts';

const [companyId, ticketId] = ['company', 'ticket'];
const vault = createVault('x'.repeat(32));
let state: StateStore;
let stopping: AbortController;
beforeEach(() => {
  state = createInMemoryStateStore();
  stopping = new AbortController();
});

/** A webhook that may be asked once is asked for its first words. */
function ask(reply: () => Promise<AssistantReply>, dailyTokens = 0) {
  const { ask: asks } = createAsking({
    ...{ state, vault, readStore: createInMemoryReadStore({ collections: projections }) },
    log: pino({ level: 'silent' }),
    assistants: { of: () => ({ estimate: () => 10, reply }) },
  } as unknown as Parameters<typeof createAsking>[0]);
  return asks(
    { companyId, ticketId, messageId: 'm', begins: true, event: { id: 'e' } } as never,
    { contactId: 'c', queueId: null, heard: [] } as never,
    { id: 'hook', settings: { kind: 'webhook' }, history: 0, hears: false, dailyTokens } as never,
    stopping.signal,
  );
}
const replies = () => createReplies({ state, vault });
const kept = () => replies().read(companyId, ticketId);
const says: AssistantReply = { say: [{ body: 'Recebido' }], tokens: 3 };
const stopped = async (): Promise<never> => {
  stopping.abort();
  throw new AssistantError('unreachable', 'nobody is there', undefined, true);
};

it('who stops before anything was asked leaves what was kept before, and nothing where nothing was', async () => {
  await expect(ask(stopped)).rejects.toThrow(StoppedError);
  expect(await state.list('assistant/ticket/')).toEqual([]);
  await replies().write(companyId, ticketId, { session: 's', by: 'hook' });
  stopping = new AbortController();
  await expect(ask(stopped)).rejects.toThrow(StoppedError);
  expect(await kept()).toEqual({ session: 's', by: 'hook' });
});

it('who stops leaves what another process was told meanwhile', async () => {
  const other = { by: 'hook', eventId: 'e', reply: { say: [{ body: 'Recebido' }], tokens: 0 } };
  const reply = async () => {
    await replies().write(companyId, ticketId, other);
    return stopped();
  };
  await expect(ask(reply)).rejects.toThrow(StoppedError);
  expect(await kept()).toEqual(other);
});

it('a reply that is known is kept though the store is away for a moment, also by who stops', async () => {
  const { set } = state;
  const failing = new Set(['assistant/ticket/', 'assistant/tokens/']);
  let hasAnswered = false;
  state.set = async (key, ...rest) => {
    const prefix = [...failing].find((one) => key.startsWith(one));
    if (hasAnswered && prefix !== undefined && failing.delete(prefix)) throw new Error('away');
    return set.call(state, key, ...rest) as never;
  };
  const { reply } = await ask(async () => {
    hasAnswered = true;
    stopping.abort();
    return says;
  });
  expect(failing.size).toBe(0);
  expect(reply).toEqual(says);
  expect((await kept()).reply).toEqual(says);
  expect((await state.list('assistant/tokens/')).map(({ value }) => value)).toEqual([3]);
});
