import type { Logger } from 'pino';
import { isTooLate, type Limits } from '../../channels/channel.ts';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import { StoppedError, withTimeout } from '../../domain/kernel/retry.ts';
import { type Driver, DriverError, type MessageTarget } from '../driver/driver.ts';
import { NotYetError, untilSettled } from '../scheduling/until-settled.ts';
import { type Failure, failures, onChannel } from './failures.ts';
import type { MessageState } from './message-state.ts';
import { UnsendableError } from './outbound-message.ts';
import type { OutboundWork } from './scope.ts';

const givenUp = {
  edit: failures.editRefused,
  delete: failures.deleteRefused,
  react: failures.reactionRefused,
} as const;

const mostTries = 9;

type Change = 'edit' | 'delete' | 'react';

/** Returns what is changed of a message that went out before: its text, its being there, our reaction to it. */
export function createChanges(deps: {
  readonly driver: Pick<Driver, 'edit' | 'delete' | 'react'>;
  readonly desk: Pick<Desk, 'tickets'>;
  readonly context: Context;
  /** Of the connection's channel. */
  readonly channel: string;
  readonly limits: Pick<Limits, 'changeMinutes'>;
  readonly sendTimeoutMs: number;
  readonly whenUp: (signal: AbortSignal) => Promise<void>;
  /** Undefined: nobody knows under which id it is on the network, if it is there. */
  readonly idOf: (work: OutboundWork, state: MessageState) => string | undefined;
  /** Whether a message without an id may have gone out all the same. */
  readonly mayBeThere: (work: OutboundWork, state: MessageState) => Promise<boolean>;
  readonly targetOf: (work: OutboundWork, externalId: string) => Promise<MessageTarget>;
  /** Repeats until it is durable. */
  readonly append: (command: () => Promise<unknown>) => Promise<void>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}) {
  const { driver, desk, context, signal, idOf, mayBeThere, append } = deps;

  function changeMessage(
    target: MessageTarget,
    { content, reaction, fromMe, author }: MessageState,
    change: Change,
  ): Promise<void> | undefined {
    if (change === 'edit') return driver.edit?.({ ...target, body: content.body });
    if (change === 'delete') return driver.delete?.(target);
    const emoji = reaction?.emoji ?? '';
    return driver.react?.({ ...target, emoji, fromMe, ...(author !== undefined && { author }) });
  }

  /** The contact's phone would drop it without a word. */
  const isLate = ({ sentAt }: MessageState, change: 'edit' | 'delete'): boolean =>
    sentAt !== undefined && isTooLate(deps.limits, change, Date.parse(sentAt), Date.now());

  /** Brings a change to the network once; undefined: it is done, or there is nothing to be changed. */
  async function bring(
    work: OutboundWork,
    state: MessageState,
    change: Change,
  ): Promise<Failure | undefined> {
    const externalId = idOf(work, state);
    // Nothing has gone out; or nobody knows.
    if (externalId === undefined)
      return change === 'delete' && (await mayBeThere(work, state)) ? failures.deleteUnknown : undefined;
    if (change !== 'react' && isLate(state, change)) return failures.tooLate;
    const target = await deps.targetOf(work, externalId);
    const done = changeMessage(target, state, change);
    if (!done) throw new DriverError('refused', `this channel has no ${change}`);
    await withTimeout(deps.sendTimeoutMs, done, () => new DriverError('unknown', 'no answer'));
    return undefined;
  }

  /** Brings one change to the network, once more if need be, and says what became of it. */
  async function settle(
    work: OutboundWork,
    state: MessageState,
    change: Change,
    revision: number,
  ): Promise<void> {
    let tries = 0;
    const attempt = async (): Promise<Failure | undefined> => {
      await deps.whenUp(signal);
      try {
        return await bring(work, state, change);
      } catch (error) {
        if (error instanceof StoppedError) throw error;
        const refused = error instanceof DriverError && error.failure === 'refused';
        if (refused || error instanceof UnsendableError || ++tries >= mostTries) return givenUp[change];
        throw new NotYetError(error);
      }
    };
    // Of a message that is gone there is nothing to react to.
    const failure =
      change === 'react' && state.deleted
        ? undefined
        : await untilSettled(attempt, { signal, firstMs: 100, capMs: 30_000 });
    const { ticketId, messageId } = work;
    await append(() =>
      desk.tickets.changeSettled(context, {
        ticketId,
        messageId,
        change,
        revision,
        ...(failure && { failure: onChannel(deps.channel, failure) }),
      }),
    );
  }

  return { settle };
}
