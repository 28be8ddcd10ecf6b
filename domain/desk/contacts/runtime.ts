import type { ContactCommand, ContactState } from '../../contact/contact.ts';
import { addressKeys, contactDecider } from '../../contact/contact.ts';
import { DomainError } from '../../errors.ts';
import { boundedCache } from '../../kernel/bounded-cache.ts';
import type { ClaimState } from '../../kernel/claim-events.ts';
import { roughSize } from '../../kernel/rough-size.ts';
import { contactStream } from '../../streams.ts';
import type { Context, Outcome } from '../context.ts';
import { outcome } from '../context.ts';
import type { CommandRuntime } from '../runtime.ts';
import type { UniqueValue } from '../unique-values.ts';
import { reserveNew } from '../unique-values.ts';
import type { ContactExecute } from './execute.ts';
import type { EnsuredContact } from './inbound-contact.ts';

type CommandOf<T extends ContactCommand['type']> = Extract<ContactCommand, { type: T }>;
/** Another process may delete a contact: what is remembered of an address is checked again after this long. */
const rememberMs = 10_000;

/** After these an address may be somebody else's. */
const freesAddresses: ReadonlySet<ContactCommand['type']> = new Set<ContactCommand['type']>([
  'DeleteContact',
  'UpdateContact',
  'EraseContact',
  'MergeContact',
]);

/** Returns whether somebody who had an address was erased since, whoever had it after them. */
export function wasErasedSince({ past }: ClaimState, since: string): boolean {
  for (let owner = past; owner !== null; owner = owner.before) if (owner.closedAt >= since) return true;
  return false;
}

/** Returns how commands come to a contact's stream, and who is remembered by their address. */
export function createContactRuntime(runtime: CommandRuntime) {
  const claimOf = (companyId: string, key: string) => runtime.claimOf(companyId, 'contact-address', key);
  const addressClaims = (companyId: string, state: ContactState) =>
    addressKeys(state).map((key) => claimOf(companyId, key));
  const { streams, handle } = runtime.aggregate(contactDecider, {
    weigh: (state) => roughSize(state) / 1_000,
    holds: addressClaims,
    closedAt: (state) => (state.status === 'erased' ? (state.erasedAt ?? null) : null),
  });
  const uniqueAddresses =
    (companyId: string) =>
    (state: ContactState): readonly UniqueValue[] =>
      addressClaims(companyId, state).map((claim) => ({
        claim,
        code: 'ERR_DUPLICATED_CONTACT',
        field: 'number',
        details: (contactId) => ({ contactId }),
      }));

  const remembered = boundedCache<Omit<EnsuredContact, 'events' | 'created'>>(100_000, rememberMs);
  const forgetRewound = runtime.forgetsRewound(() => remembered.clear());

  const execute: ContactExecute = (contactId, command, deadline, options = {}) => {
    const { companyId } = command.metadata;
    const { start = 'store', seenClaims: seen, keepsNew, knownSince } = options;
    const reservations = reserveNew(contactId, uniqueAddresses(companyId), seen);
    return handle(contactStream(companyId, contactId), command, deadline, {
      start,
      keepsNew,
      reservations: {
        ...reservations,
        ...(knownSince !== undefined && {
          decide: (state, takenClaims) => {
            if (takenClaims.some((claim) => wasErasedSince(claim.state, knownSince)))
              throw new DomainError('ERR_CONTACT_ERASED');
            return contactDecider.decide(command, state);
          },
        }),
      },
    });
  };
  const run = (context: Context, command: Pick<ContactCommand, 'type' | 'data'>): Promise<Outcome> =>
    runtime.withDeadline(async (deadline) => {
      const full = { ...command, metadata: runtime.metadataOf(context) } as ContactCommand;
      const handled = await execute(full.data.contactId, full, deadline);
      if (freesAddresses.has(full.type)) remembered.clear();
      return outcome(handled);
    });
  const runs =
    <T extends ContactCommand['type']>(type: T) =>
    (context: Context, data: CommandOf<T>['data']): Promise<Outcome> =>
      run(context, { type, data } as unknown as CommandOf<T>);
  return { claimOf, streams, execute, run, runs, remembered, forgetRewound };
}

export type ContactRuntime = ReturnType<typeof createContactRuntime>;
