import type { EventStore } from '../../domain/kernel/event-store.ts';
import { streamEvents } from '../../domain/kernel/stream-pages.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import type { UserEvent } from '../../domain/user/events.ts';
import { normalizeEmail, type UserState, userDecider } from '../../domain/user/user.ts';
import { mailLanguageOf } from '../../messaging/mail/language.ts';
import { postMail } from '../../messaging/mail/outbox.ts';
import type { ProcessManager } from '../process/process-manager.ts';

interface Deps {
  readonly eventStore: Pick<EventStore, 'read'>;
  readonly state: StateStore;
  readonly vault: Vault;
}

/** Resolves with who somebody was before the event of this revision. */
async function userBefore(
  eventStore: Deps['eventStore'],
  stream: string,
  revision: number,
): Promise<UserState> {
  let user = userDecider.initial;
  for await (const event of streamEvents(eventStore, stream)) {
    if (event.revision >= revision) break;
    if (userDecider.types.has(event.type) && event.unreadable === undefined)
      user = userDecider.evolve(user, event as unknown as UserEvent, event.metadata.at);
  }
  return user;
}

/**
 * Returns the process manager that tells the address that somebody signed in with until now that it is another one: from here on a
 * forgotten password is mailed there, and whoever did not want that has no other way to notice. So it follows from the event: whoever
 * changes it may die, or be refused what they asked for besides. The new address is not named: the old may be a stranger's by now.
 */
export const createEmailNotices = ({ eventStore, state, vault }: Deps): ProcessManager => ({
  name: 'email-notices',
  start: 'head',
  key: ({ stream }) => stream,
  handles: {
    async UserUpdated({ data: { userId, email }, stream, revision, position }) {
      const before = await userBefore(eventStore, stream, revision);
      if (before.status !== 'active' || before.fields.email === normalizeEmail(email)) return;
      // Whoever was invited has signed in with none yet: that one was mistyped.
      if (before.passwordHash === null && before.identity === null) return;
      await postMail(
        { state, vault },
        {
          id: `email-changed-${userId}-${position}`,
          to: before.fields.email,
          letter: 'emailChanged',
          language: await mailLanguageOf(state, userId),
          values: { name: before.fields.name },
        },
      );
    },
  },
});
