import { beforeEach, expect, it } from 'vitest';
import type { Context } from '../../domain/desk/desk.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { rememberLanguage } from '../../messaging/mail/language.ts';
import { openMail, type WaitingMail, waitingMails } from '../../messaging/mail/outbox.ts';
import { everyEvent, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { handlerOf, reactionTo } from '../process/process-manager.ts';
import { processManagersOf } from '../process-managers.ts';
import { createVault } from '../secrets/vault.ts';

const context: Context = { companyId: 'c1', actor: { kind: 'system', id: 'test' } };
const vault = createVault('a secret of at least thirty-two characters');
const passwordHash = '$argon2id$v=19$x';

let eventStore: ReturnType<typeof createInMemoryEventStore>;
let desk: ReturnType<typeof testDesk>;
let state: StateStore;
beforeEach(() => {
  eventStore = createInMemoryEventStore();
  desk = testDesk(eventStore);
  state = createInMemoryStateStore();
});

/** The gateway hears all that was written, as often as it may. */
async function hear(own: StateStore = state): Promise<void> {
  const deps = { desk, state: own, vault, eventStore, config: {} } as never;
  const managers = processManagersOf(deps).filter(({ name }) => name === 'email-notices');
  for (const event of await everyEvent(eventStore))
    for (const manager of managers)
      await handlerOf(manager, event.type)?.(event, reactionTo(manager, event, AbortSignal.timeout(5_000)));
}
const letters = async () =>
  (await state.list<WaitingMail>(waitingMails)).map(({ key, value }) => openMail(vault, key, value));
const add = async (more: { passwordHash?: string } = { passwordHash }) =>
  (await desk.users.create(context, { name: 'Bia', email: 'bia@example.org', profile: 'user', ...more }))
    .userId;

it('who signs in with another address from here on reads so at each one before, once, and where it is not', async () => {
  const userId = await add();
  await rememberLanguage(state, userId, 'en');
  await desk.users.update(context, { userId, email: 'other@example.org' });
  await desk.users.changePassword(context, { userId, passwordHash: `${passwordHash}2` });
  await desk.users.update(context, { userId, email: 'third@example.org' });
  await hear();
  await hear();
  const told = await letters();
  expect(told.map(({ to }) => to).toSorted()).toEqual(['bia@example.org', 'other@example.org']);
  for (const { subject, text } of told) {
    expect(subject).toBe('The e-mail of your account has changed');
    expect(text).not.toMatch(/other@|third@/);
  }
});

it('whoever changed it may be refused all the rest, or die: the letter is not theirs to post', async () => {
  const userId = await add();
  await desk.users.update(context, { userId, email: 'other@example.org' });
  const away: StateStore = {
    ...state,
    set: async () => {
      throw new Error('away');
    },
  };
  await expect(hear(away)).rejects.toThrow('away');
  await hear();
  expect((await letters()).map(({ to }) => to)).toEqual(['bia@example.org']);
});

it('nobody reads it of the same address, nor where who was invited had another typed for them', async () => {
  const userId = await add();
  await desk.users.update(context, { userId, name: 'Bia Reis', email: 'BIA@example.org' });
  const invited = await desk.users.create(context, {
    ...{ name: 'Caio', email: 'caio@example.org', profile: 'user' },
  });
  await desk.users.update(context, { userId: invited.userId, email: 'caio@example.com' });
  await hear();
  expect(await letters()).toEqual([]);
});

it('who comes by a provider, without a password, reads it too', async () => {
  const userId = await add({});
  await desk.users.linkIdentity(context, { userId, issuer: 'https://login.example.com', identity: 'i1' });
  await desk.users.update(context, { userId, email: 'other@example.org' });
  await hear();
  expect((await letters()).map(({ to }) => to)).toEqual(['bia@example.org']);
});
