import { expect, it } from 'vitest';
import type { Context } from '../../domain/desk/desk.ts';
import { keepSecrets, recordSecrets, secretsKept } from '../../messaging/secrets.ts';
import { everyEvent, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { handlerOf, reactionTo } from '../process/process-manager.ts';
import { processManagersOf } from '../process-managers.ts';
import { createVault } from './vault.ts';

const context: Context = { companyId: 'c1', actor: { kind: 'system', id: 'test' } };

it('what a record kept secret goes with it, though whoever deleted it died before that', async () => {
  const eventStore = createInMemoryEventStore();
  const state = createInMemoryStateStore();
  const vault = createVault('a secret of at least thirty-two characters');
  const desk = testDesk(eventStore);
  const prompts = desk.records('prompt');
  const { id: queueId } = await desk.records('queue').create(context, { name: 'Vendas', color: '#0b7d3e' });
  const make = async (name: string) => {
    const { id } = await prompts.create(context, { name, queueId, prompt: 'Seja breve.' });
    await keepSecrets({ state, vault }, recordSecrets('prompt', 'c1', id), { apiKey: 'sk-very-secret' });
    return id;
  };
  const [gone, kept] = [await make('Vendas'), await make('Suporte')];
  await prompts.delete(context, { id: gone });

  const managers = processManagersOf({ desk, state, vault, eventStore, config: {} } as never);
  for (const event of await everyEvent(eventStore))
    for (const manager of managers.filter(({ name }) => name === 'record-remains'))
      await handlerOf(manager, event.type)?.(event, reactionTo(manager, event, AbortSignal.timeout(5_000)));
  expect(await secretsKept(state, recordSecrets('prompt', 'c1', gone))).toEqual(new Map());
  expect(await secretsKept(state, recordSecrets('prompt', 'c1', kept))).toEqual(
    new Map([['apiKey', undefined]]),
  );
});
