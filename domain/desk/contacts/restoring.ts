import { addressKey, isNumber } from '../../contact/address.ts';
import type { ContactCommand, ContactState } from '../../contact/contact.ts';
import { releaseOf } from '../../contact/merge.ts';
import type { MergedContact } from '../../contact/state.ts';
import { addressesOf } from '../../contact/unmerge.ts';
import { isDomainError } from '../../errors.ts';
import { noDeadline } from '../../kernel/deadline.ts';
import type { Loaded } from '../../kernel/event-streams.ts';
import { contactStream } from '../../streams.ts';
import type { Context, Outcome } from '../context.ts';
import { outcome } from '../context.ts';
import { lookingAgain } from '../looking-again.ts';
import type { MergingDeps } from './merging-deps.ts';

interface Followed {
  readonly contactId: string;
  readonly owner: Loaded<ContactState>;
}

/** Whether an address went to somebody else at this very moment. */
export const isAddressTaken = (error: unknown): boolean => isDomainError(error, 'ERR_DUPLICATED_CONTACT');

/**
 * Returns what leads from a contact to the one that it is part of, and what makes those contacts of their own again that were let go:
 * whoever comes by between the two steps takes the second, so that no address is nobody's for long enough to become a stranger's.
 */
export function createRestoring({
  runtime,
  streams,
  execute,
  holderOf,
  forget,
}: Pick<MergingDeps, 'runtime' | 'streams' | 'execute' | 'holderOf' | 'forget'>) {
  const load = (companyId: string, contactId: string) => streams.refresh(contactStream(companyId, contactId));

  /** Returns what a contact comes back with: its addresses, and those that were learnt with them, but not what somebody else has by now. */
  const addressesBack = async (
    companyId: string,
    contactId: string,
    state: MergedContact,
    learnt: readonly string[],
  ): Promise<{ readonly number: string; readonly aliases: string[] }> => {
    const freeAddresses: string[] = [];
    const keys = new Set<string>();
    for (const address of [...addressesOf(state), ...learnt]) {
      const holder = await holderOf(companyId, address);
      if (keys.has(addressKey(address)) || (holder !== undefined && holder !== contactId)) continue;
      keys.add(addressKey(address));
      freeAddresses.push(address);
    }
    const own = freeAddresses.includes(state.personal.number) ? state.personal.number : undefined;
    const number = own ?? freeAddresses.find(isNumber) ?? '';
    return { number, aliases: freeAddresses.filter((address) => address !== number) };
  };

  /** Makes a contact that was let go one of its own again; of one that was not, or is already, nothing. */
  const restore = (context: Context, contactId: string): Promise<Outcome | undefined> =>
    // An address went to somebody else at this very moment: it comes back without.
    lookingAgain(async () => {
      const { companyId } = context;
      const { state } = await load(companyId, contactId);
      if (state.status !== 'merged') return undefined;
      const into = (await load(companyId, state.into)).state;
      const release = releaseOf(into, contactId, state);
      if (release === undefined) return undefined;
      const { merge, addresses, leftCampaigns } = release;
      const command: ContactCommand = {
        type: 'UnmergeContact',
        data: {
          contactId,
          from: state.into,
          merge,
          leaves: leftCampaigns,
          ...(await addressesBack(companyId, contactId, state, addresses)),
        },
        metadata: runtime.metadataOf(context),
      };
      const restored = outcome(await execute(contactId, command, noDeadline));
      forget();
      return restored;
    }, isAddressTaken);

  /** Returns the contact that this one is part of now, itself where there is none. Ids only fall: it ends. */
  const follow = async (companyId: string, contactId: string): Promise<Followed> => {
    const context: Context = { companyId, actor: { kind: 'system', id: 'merges' } };
    for (let id = contactId; ; ) {
      const owner = await load(companyId, id);
      if (owner.state.status !== 'merged') return { contactId: id, owner };
      if ((await restore(context, id)) === undefined) id = owner.state.into;
    }
  };

  return { load, follow, restore };
}

export type Restoring = ReturnType<typeof createRestoring>;
