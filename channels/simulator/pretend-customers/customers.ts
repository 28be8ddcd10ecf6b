/** Customers of the demo who write by themselves: what they say and when, and what they answer to agents. */

import { newId } from '../../../domain/kernel/ids.ts';
import { sleep } from '../../../domain/kernel/retry.ts';
import type { PretendCustomers } from '../../pretend-customers.ts';
import { createPhoneNetwork, type PhoneNetwork } from '../phone-network.ts';
import { type Intent, intentOf } from './intent.ts';
import { type Person, people, stories } from './script.ts';

/** Shared by all gateways: who moves it on by compare-and-set writes, the others wait. */
const TURN_KEY = 'demo/traffic/next';
const MINUTE = 60_000;

interface Options extends PretendCustomers {
  /** Default: those of the state store. */
  readonly phones?: Pick<PhoneNetwork, 'chats' | 'deliver' | 'read'>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** 0 to 1. */
  readonly random?: () => number;
}

/**
 * Returns what ends the demo's pretend customers: they ask, read what agents answer and answer in turn. What each of
 * them would do follows from their chat alone, so that a restart changes nothing and several gateways agree; each has
 * one question at a time, so that nobody's list fills up while they are away.
 */
export function startPretendCustomers(options: Options): { stop(): Promise<void> } {
  const { state, connectionId, perMinute, isConnected, log } = options;
  const { now = Date.now, random = Math.random } = options;
  const phones = options.phones ?? createPhoneNetwork({ state, newId, now });
  const end = new AbortController();
  const pause = MINUTE / perMinute;
  const nextPause = () => pause * (0.5 + random());
  // Further away than any pause leads, it was written before the clock stepped back.
  const notYet = (turn: number, at: number) => at < turn && turn - at <= 1.5 * pause;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  // A start is followed by a quiet moment, also where the last turn is long past.
  const quietUntil = now() + nextPause();

  /** True once for each turn, in one of all processes. */
  async function takeTurn(): Promise<boolean> {
    const at = now();
    if (notYet(quietUntil, at)) return false;
    const entry = await state.get<number>(TURN_KEY);
    if (entry && notYet(entry.value, at)) return false;
    return (await state.set(TURN_KEY, at + nextPause(), { expected: entry?.version ?? null })) !== undefined;
  }

  /** The words of whoever waited longest for their turn, else of somebody who begins. */
  function wordsOf(
    intents: readonly { person: Person; intent: Intent }[],
    asked: ReadonlySet<string>,
  ): { person: Person; body: string } | undefined {
    const due = intents
      .flatMap(({ person, intent }) => (intent.kind === 'write' ? [{ person, ...intent }] : []))
      .sort((a, b) => a.since - b.since)[0];
    if (due) return due;
    const person = pick(intents.filter(({ intent }) => intent.kind === 'begin'))?.person;
    const fresh = stories.filter(({ opening }) => !asked.has(opening));
    const story = pick(fresh.length > 0 ? fresh : stories);
    return person && story && { person, body: story.opening };
  }

  async function act(): Promise<void> {
    if (!(await isConnected())) return;
    const intents: { person: Person; intent: Intent }[] = [];
    const askedIds = new Set<string>();
    for (const person of people) {
      const chat = await phones.chats(connectionId, person.number);
      for (const message of chat) if (!message.fromBusiness) askedIds.add(message.body);
      const intent = intentOf(chat, now());
      if (intent?.kind === 'read') await phones.read(connectionId, person.number);
      else if (intent) intents.push({ person, intent });
    }
    if (end.signal.aborted || intents.length === 0 || !(await takeTurn())) return;
    const words = wordsOf(intents, askedIds);
    if (words) await phones.deliver(connectionId, { ...words.person, body: words.body });
  }

  const runningLoop = (async () => {
    let failed = false;
    while (!end.signal.aborted) {
      try {
        await act();
        failed = false;
      } catch (error) {
        // A store that is away is no reason to fall silent for good, nor to fill the log.
        if (!failed) log.warn({ err: error }, 'pretend customers could not act');
        failed = true;
      }
      await sleep(Math.min(2_000, pause / 2), end.signal);
    }
  })();
  return {
    async stop() {
      end.abort();
      await runningLoop;
    },
  };
}
