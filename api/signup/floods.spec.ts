import { expect, it } from 'vitest';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { createFloods } from './floods.ts';

it('of all the world two hundred sign up in an hour, whoever they say they are and wherever they come from', async () => {
  let now = 1_000_000;
  const count = createFloods(createInMemoryStateStore(() => now));
  const from = (at: number) => count({ network: `network ${at}`, email: `ana${at}@example.org` });
  for (let at = 0; at < 200; at++) await from(at);
  await expect(from(200)).rejects.toMatchObject({
    ...{ code: 'ERR_TOO_MANY_REQUESTS', details: { retryAfter: 3_600 } },
  });
  now += 3_600_001;
  await from(201);
});
