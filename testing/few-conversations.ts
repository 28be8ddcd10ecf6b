import { conversations } from '../server/demo/conversations.ts';
import { openMongoStateStore } from '../stores/state-store/mongo/store.ts';

const few = 4;

/**
 * Has the demo begin with four conversations instead of thirty, and with nothing that waits for its time, in a new database of a
 * server of MongoDB's protocol: what stands for one in CI looks through whole collections.
 */
export async function beginWithFewConversations(url: string): Promise<void> {
  const state = await openMongoStateStore({ url, instanceId: 'test' });
  for (const index of conversations.keys())
    if (index >= few) await state.set(`demo/conversation/${index}`, true);
  for (const step of ['team-chat', 'schedules', 'campaign']) await state.set(`demo/step/${step}`, true);
  await state.close();
}
