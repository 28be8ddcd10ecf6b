import { conversations } from '../server/demo/conversations.ts';
import { openMongoStateStore } from '../stores/state-store/mongo/store.ts';

const few = 4;
const waiting = ['team-chat', 'schedules', 'campaign'].map((step) => `demo/step/${step}`);

/** Has a new database of MongoDB's protocol taken for one in which these parts of the demo are made already. */
async function leaveOut(url: string, parts: readonly string[]): Promise<void> {
  const state = await openMongoStateStore({ url, instanceId: 'test' });
  for (const part of parts) await state.set(part, true);
  await state.close();
}

/**
 * Has the demo begin with nothing that waits for its time, in a new database of a server of MongoDB's protocol: what stands for one in
 * CI looks through whole collections.
 */
export const beginWithConversationsAlone = (url: string): Promise<void> => leaveOut(url, waiting);

/** The same, with four conversations instead of thirty. */
export const beginWithFewConversations = (url: string): Promise<void> =>
  leaveOut(url, [
    ...waiting,
    ...[...conversations.keys()].slice(few).map((index) => `demo/conversation/${index}`),
  ]);
