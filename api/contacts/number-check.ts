import { setTimeout as sleep } from 'node:timers/promises';
import { addressKey, isNumber, normalizeAddress } from '../../domain/contact/address.ts';
import { DomainError } from '../../domain/errors.ts';
import { type NumberAnswer, putNumberQuestion, readNumberAnswer } from '../../messaging/number-check.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { ApiDeps } from '../deps.ts';

/** How long a person who saves a contact waits for the network. */
const waitMs = 4_000;

/** Returns the company's default connection if it is connected, else any that is. */
export async function connectedOf(
  readStore: ReadStore,
  companyId: string,
): Promise<ConnectionDocument | undefined> {
  const connections = await readStore.forCompany(companyId).find<ConnectionDocument>('connections', {});
  const up = connections.filter(({ status }) => status === 'CONNECTED');
  return up.find(({ isDefault }) => isDefault) ?? up[0];
}

/**
 * Whether a number is on the network, as its gateway says; `undefined` when no connection is connected. `number`: the
 * one to keep, for the network may have a Brazilian mobile without its ninth digit.
 * @throws ERR_WAPP_NOT_INITIALIZED when the connection has no link yet, ERR_WAPP_CHECK_CONTACT when a connected gateway does not answer in time, or the network does not
 */
export async function checkNumber(
  { readStore, state }: Pick<ApiDeps, 'readStore' | 'state'>,
  companyId: string,
  written: string,
  /** Called when the network has to be asked; it may refuse. */
  mayAsk: () => void,
): Promise<{ readonly exists: boolean; readonly number: string } | undefined> {
  const number = normalizeAddress(written);
  // No number at all: whoever saves it is told so, the network is not asked.
  if (!isNumber(number)) return undefined;
  const question = { companyId, number };
  const asAnswer = (answer: NumberAnswer) => {
    if (answer.exists === 'unknown')
      throw new DomainError(
        answer.because === 'not-initialized' ? 'ERR_WAPP_NOT_INITIALIZED' : 'ERR_WAPP_CHECK_CONTACT',
      );
    const other = answer.number;
    // Only another spelling of the same address: never somebody else's number in place of the one that was typed.
    const same = other !== undefined && addressKey(other) === addressKey(number);
    return { exists: answer.exists, number: same ? other : number };
  };
  const known = await readNumberAnswer(state, question);
  if (known && known.exists !== 'unknown') return asAnswer(known);
  const connection = await connectedOf(readStore, companyId);
  if (!connection) return undefined;
  mayAsk();
  await putNumberQuestion(state, { ...question, connectionId: connection.id });
  const until = performance.now() + waitMs;
  for (let pause = 20; performance.now() < until; pause = Math.min(pause * 2, 100)) {
    await sleep(pause);
    const answer = await readNumberAnswer(state, question);
    if (answer) return asAnswer(answer);
  }
  throw new DomainError('ERR_WAPP_CHECK_CONTACT', 'the network did not answer in time');
}
