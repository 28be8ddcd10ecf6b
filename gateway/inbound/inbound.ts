import type { Context } from '../../domain/desk/desk.ts';
import { retry, StoppedError } from '../../domain/kernel/retry.ts';
import { isEmoji } from '../../domain/text/emoji.ts';
import type { Group } from '../../messaging/groups.ts';
import type { DriverChange, DriverMessage, Marking } from '../driver/driver.ts';
import { hopeless } from '../scheduling/hopeless.ts';
import { keyedQueue } from '../scheduling/keyed-queue.ts';
import { type ChangesDeps, createChanges } from './changes.ts';
import { createGroupNames } from './group-names.ts';
import { inPersonalOrder } from './persons.ts';
import { createReceiving, type ReceivingDeps } from './receiving.ts';
import { createSetAside, type Handed } from './set-aside.ts';

export interface InboundDeps extends ReceivingDeps, ChangesDeps {
  readonly desk: ReceivingDeps['desk'];
  /** Whether what is written in groups is taken in. Asked for every message. */
  readonly takesGroups: () => boolean;
  readonly state: Parameters<typeof createSetAside>[0]['state'];
  /** Told of each thing that could not be taken in. */
  readonly onParked?: Parameters<typeof createSetAside>[0]['onParked'];
  /** Conversations handled at a time. */
  readonly parallel?: number;
}

const refusals = 6;

/**
 * Returns what makes contacts, tickets and messages of what the messaging app hands over. In order per conversation, in
 * parallel across them. A promise resolves when the message is durable: stores that are away are waited for.
 */
export function createInbound(deps: InboundDeps) {
  const { companyId, connectionId, desk, signal, log } = deps;
  const system: Context = { companyId, actor: { kind: 'system', id: 'gateway' } };
  const queue = keyedQueue(deps.parallel ?? 256);
  const ofPerson = inPersonalOrder(queue);

  const insist = <T>(work: () => Promise<T>) =>
    retry(work, {
      signal,
      giveUp: (error, failures) => hopeless(error) !== undefined && failures >= refusals,
      onFailure: (error, failures) =>
        log.warn({ err: error, failures, connectionId }, 'inbound waits to be written'),
    });
  const groupNames = createGroupNames(deps, insist);
  const receive = createReceiving(deps, { insist, groupNames });
  const changes = createChanges(deps, insist);
  const setAside = createSetAside(deps);

  const inOrder = (handed: Handed, work: () => Promise<void>): Promise<void> =>
    ofPerson(handed.addresses, handed.externalId, async () => {
      try {
        await work();
      } catch (error) {
        if (error instanceof StoppedError || signal.aborted) throw error;
        await setAside(handed, error);
      }
    });

  return {
    message: (message: DriverMessage) => {
      if (message.isGroup && !deps.takesGroups()) return Promise.resolve();
      const { externalId, addresses } = message;
      const what = { ...message, media: message.media && { ...message.media, handle: undefined } };
      return inOrder({ kind: 'message', externalId, addresses, what }, () => receive(message));
    },
    edit: (edit: DriverChange & { body: string }) =>
      inOrder({ kind: 'edit', ...edit, what: edit }, () => changes.edit(edit)),
    delete: (deletion: DriverChange) =>
      inOrder({ kind: 'delete', ...deletion, what: deletion }, () => changes.delete(deletion)),
    reaction: ({ emoji, ...made }: Marking & { emoji: string }) => {
      if (emoji !== '' && !isEmoji(emoji)) {
        log.warn({ connectionId, externalId: made.externalId }, 'a reaction that is no emoji dropped');
        return Promise.resolve();
      }
      return inOrder({ kind: 'reaction', ...made, what: made }, () => changes.react(made, emoji));
    },
    vote: ({ choices, ...made }: Marking & { choices: readonly number[] }) =>
      inOrder({ kind: 'vote', ...made, what: made }, () => changes.vote(made, choices)),
    /** The contact of a group is called as the group is, unless people called it otherwise. */
    group: ({ address, name }: Group, formerName: string | undefined) =>
      ofPerson([address], 'group', () => groupNames.learn(address, name, formerName)),
    /** Addresses of one person, as the network says without a message: who is known by one of them is known by all. */
    identity: (addresses: readonly string[]) =>
      inOrder({ kind: 'unread', externalId: 'identity', addresses, what: { addresses } }, () =>
        insist(() => desk.contacts.recognise(system, { numbers: addresses, connectionId })),
      ),
    /** The driver itself could not make sense of it. */
    unread: ({ error, ...change }: Pick<DriverChange, 'addresses' | 'externalId'> & { error: unknown }) =>
      inOrder({ kind: 'unread', ...change, what: change }, () => Promise.reject(error)),
    get size() {
      return queue.size;
    },
    /** Resolves when all that was handed over is written. */
    idle: () => queue.idle(),
  };
}
export type Inbound = ReturnType<typeof createInbound>;
