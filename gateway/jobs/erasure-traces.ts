import { addressKey, storedAddress } from '../../domain/contact/address.ts';
import { snapshotKey } from '../../domain/ports/snapshots.ts';
import { stateEntries } from '../../domain/ports/state-entries.ts';
import type { StateEntry, StateStore } from '../../domain/ports/state-store.ts';
import { ticketStream } from '../../domain/streams.ts';
import type { Parked } from '../../messaging/parked.ts';

/** What is known of a contact who is being erased: by these their traces are found. */
export interface Traced {
  readonly companyId: string;
  readonly contactId: string;
  /** As `addressKey` gives them. */
  readonly addresses: ReadonlySet<string>;
  /** Of those that somebody else has by now: until when they were theirs. */
  readonly untils: ReadonlyMap<string, string>;
  readonly ticketIds: ReadonlySet<string>;
  readonly connectionIds: readonly string[];
}

/** A row of a sheet that was not imported, as far as it is looked at here. */
interface RefusedRow {
  readonly value: string;
}

const keyOf = (raw: string) => addressKey(storedAddress(raw));
/** Returns whether an answer tells a row of a sheet with a value of theirs. */
function tellsOf(answer: string, isTheirs: (raw: unknown) => boolean): boolean {
  if (!answer.includes('"errors":[')) return false;
  const { errors } = JSON.parse(answer) as { readonly errors?: unknown };
  return Array.isArray(errors) && errors.some((error: Partial<RefusedRow>) => isTheirs(error?.value));
}
const lastPart = (key: string) => key.slice(key.lastIndexOf('/') + 1);

/**
 * Resolves with how many entries it deleted of what lies about a contact in the state store; a second time none:
 * address book, answers about their number, drafts, snapshots, what was set aside, what fetching a file takes, answers
 * kept for repeated requests, the pretend phone's chat. Where each lies is known to who writes it: a test looks for
 * anything that is left.
 */
export async function eraseTraces(state: StateStore, traced: Traced): Promise<number> {
  const { companyId, contactId, addresses, untils, ticketIds, connectionIds } = traced;
  let count = 0;
  const dropWhere = async <T>(prefix: string, theirs: (entry: StateEntry<T>) => boolean) => {
    for await (const entry of stateEntries<T>(state, prefix))
      if (theirs(entry) && (await state.delete(entry.key))) count += 1;
  };
  /** Writes what a change makes of each entry, for as long as it was to be kept; the same value is left alone. */
  const changeEach = async <T>(prefix: string, change: (value: T) => T) => {
    // Who works on it may write it at the same moment: it is read, and changed, again.
    for await (const entry of stateEntries<T>(state, prefix))
      for (let now: StateEntry<T> | undefined = entry; now; now = await state.get<T>(entry.key)) {
        const { key, value, version, expiresAt } = now;
        const left = change(value);
        if (left === value) break;
        const ttlMs = expiresAt === undefined ? undefined : Math.max(1, expiresAt - (await state.now()));
        if (await state.set(key, left, { expected: version, ...(ttlMs !== undefined && { ttlMs }) })) {
          count += 1;
          break;
        }
      }
  };
  const emptyRows = <Row>(prefix: string, empty: (row: Row) => Row) =>
    changeEach<Row[]>(prefix, (rows) => {
      const left = rows.map(empty);
      return left.every((row, index) => row === rows[index]) ? rows : left;
    });
  const isTheirs = (raw: unknown) => typeof raw === 'string' && addresses.has(keyOf(raw));
  /** Whether something of an instant is theirs: what came later from a number is of who has it now. */
  const wasTheirs = (raw: string, at: string) => isTheirs(raw) && at <= (untils.get(keyOf(raw)) ?? at);
  const withoutValue = (error: RefusedRow): RefusedRow =>
    error.value !== '' && isTheirs(error.value) ? { ...error, value: '' } : error;

  for (const connectionId of connectionIds) {
    await dropWhere<{ number: string }>(`phone-book/${connectionId}/`, ({ value }) => isTheirs(value.number));
    await dropWhere<{ to: string }>(`upload/${connectionId}/`, ({ value }) => isTheirs(value.to));
    await dropWhere<{ contactId: string }>(
      `file/${connectionId}/`,
      ({ value }) => value.contactId === contactId,
    );
    // A group they are in says so again when somebody writes there.
    await dropWhere<{ members: readonly { addresses: readonly string[] }[] }>(
      `group/${connectionId}/`,
      ({ key, value }) =>
        addresses.has(lastPart(key)) || value.members.some((member) => member.addresses.some(isTheirs)),
    );
    await dropWhere<{ number?: string }>(`phone/${connectionId}/in/`, ({ value }) => isTheirs(value.number));
    await dropWhere(`phone/${connectionId}/chat/`, ({ key }) =>
      isTheirs(key.slice(`phone/${connectionId}/chat/`.length).split('/')[0]),
    );
  }
  await dropWhere(`number-check/answer/${companyId}/`, ({ key }) => isTheirs(lastPart(key)));
  await dropWhere<Pick<Parked, 'addresses' | 'at'>>(`parked/inbound/${companyId}/`, ({ value }) =>
    value.addresses.some((address) => wasTheirs(address, value.at)),
  );
  for (const kind of ['draft', 'draft-note'])
    await dropWhere(`${kind}/${companyId}/`, ({ key }) => ticketIds.has(lastPart(key)));
  for (const ticketId of ticketIds)
    if (await state.delete(snapshotKey(companyId, ticketStream(companyId, ticketId)))) count += 1;
  // An answer names the ticket or contact that it is about; that to a sheet tells the rows it refused.
  const named = [contactId, ...ticketIds];
  await dropWhere<{ answer?: { body: string | null } }>('idempotency/', ({ value }) => {
    const text = value.answer?.body;
    return typeof text === 'string' && (named.some((id) => text.includes(id)) || tellsOf(text, isTheirs));
  });
  // A sheet that was imported is kept for a week in chunks, and every row that was refused beside it: only theirs go.
  await emptyRows<{ number?: string }>(`contact-import/rows/${companyId}/`, (row) =>
    isTheirs(row.number) ? { ...row, name: '', number: '', email: '' } : row,
  );
  await emptyRows(`contact-import/errors/${companyId}/`, withoutValue);
  await changeEach<{ errors: RefusedRow[] }>(`contact-import/job/${companyId}/`, (job) => {
    const errors = job.errors.map(withoutValue);
    return errors.every((error, index) => error === job.errors[index]) ? job : { ...job, errors };
  });
  return count;
}
