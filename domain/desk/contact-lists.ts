import { addressKey } from '../contact/address.ts';
import {
  type ContactListCommand,
  type ContactListState,
  contactListDecider,
} from '../contact-list/contact-list.ts';
import type { ItemContent } from '../contact-list/events.ts';
import {
  type BucketState,
  bucketOf,
  type ContactListItemCommand,
  changedItem,
  contactListItemsDecider,
  type ForgottenNumber,
  keysOf,
} from '../contact-list/items.ts';
import { DomainError } from '../errors.ts';
import type { Deadline } from '../kernel/deadline.ts';
import { deriveId } from '../kernel/ids.ts';
import type { Handled } from '../kernel/pipeline.ts';
import { contactListItemsStream, contactListStream } from '../streams.ts';
import type { Context, Outcome } from './context.ts';
import { outcome } from './context.ts';
import type { CommandRuntime } from './runtime.ts';

interface Named {
  readonly listId: string;
}
export type NewListItem = ItemContent & { readonly itemId: string };
type ItemCommand = ContactListItemCommand extends infer C
  ? C extends ContactListItemCommand
    ? Pick<C, 'type' | 'data'>
    : never
  : never;

/** Streams written side by side. */
const atOnce = 8;

/** Resolves with what became of something done in each bucket that it concerns, so many at once. */
async function perBucket<T>(
  groups: ReadonlyMap<number, readonly T[]>,
  work: (bucket: number, some: readonly T[]) => Promise<Outcome>,
): Promise<Outcome[]> {
  const waiting = [...groups];
  const outcomes: Outcome[] = [];
  const lane = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      outcomes.push(await work(...next));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, groups.size) }, lane));
  return outcomes;
}

/** Returns the commands of contact lists. */
export const createContactLists = (runtime: CommandRuntime) => {
  const lists = createLists(runtime);
  const { demandList, ...commands } = lists;
  return { ...commands, ...createItems(runtime, demandList) };
};

/** Returns the commands of the lists themselves. */
function createLists(runtime: CommandRuntime) {
  const lists = runtime.aggregate(contactListDecider);

  const run = (context: Context, listId: string, command: Pick<ContactListCommand, 'type' | 'data'>) =>
    runtime.withDeadline(async (deadline): Promise<Outcome> => {
      const full = { ...command, metadata: runtime.metadataOf(context) } as ContactListCommand;
      return outcome(await lists.handle(contactListStream(context.companyId, listId), full, deadline));
    });
  const look = async (companyId: string, listId: string): Promise<ContactListState> =>
    (await lists.streams.refresh(contactListStream(companyId, listId))).state;
  /** @throws ERR_NO_CONTACT_LIST_FOUND */
  const demandList = async ({ companyId }: Context, listId: string): Promise<void> => {
    if ((await look(companyId, listId)).status !== 'present')
      throw new DomainError('ERR_NO_CONTACT_LIST_FOUND');
  };

  return {
    look,
    demandList,
    /** @throws ERR_VALIDATION */
    create: (context: Context, { name }: { readonly name: string }): Promise<Outcome & Named> =>
      runtime.withNewId(context, 'contactList', undefined, async (listId, { commandId }) => ({
        ...(await run({ ...context, commandId }, listId, {
          type: 'CreateContactList',
          data: { listId, name },
        })),
        listId,
      })),
    /** @throws ERR_NO_CONTACT_LIST_FOUND, ERR_VALIDATION */
    rename: (context: Context, { listId, name }: Named & { readonly name: string }) =>
      run(context, listId, { type: 'RenameContactList', data: { name } }),
    /** @throws ERR_NO_CONTACT_LIST_FOUND */
    delete: (context: Context, { listId }: Named) =>
      run(context, listId, { type: 'DeleteContactList', data: {} }),
  };
}

/** Returns what runs one command in one bucket, under an id of its own for each. */
function bucketRunner(
  runtime: CommandRuntime,
  handle: (
    stream: string,
    command: ContactListItemCommand,
    deadline: Deadline,
  ) => Promise<Handled<BucketState>>,
) {
  return (context: Context, listId: string, bucket: number, command: ItemCommand) =>
    runtime.withDeadline(async (deadline): Promise<Outcome> => {
      const { commandId } = context;
      const own = commandId === undefined ? {} : { commandId: deriveId(commandId, command.type, bucket) };
      const metadata = runtime.metadataOf({ ...context, ...own });
      const stream = contactListItemsStream(context.companyId, listId, bucket);
      return outcome(await handle(stream, { ...command, metadata } as ContactListItemCommand, deadline));
    });
}

/** Returns what tells of a bucket's state by its own events. */
function createLooking(refresh: (stream: string) => Promise<{ readonly state: BucketState }>) {
  return {
    /** Returns a bucket by its own events. */
    lookBucket: async (companyId: string, listId: string, bucket: number): Promise<BucketState> =>
      (await refresh(contactListItemsStream(companyId, listId, bucket))).state,
    /** Returns how many of these numbers stand in a list, by its own events. */
    async countKnown(
      companyId: string,
      { listId, numbers }: Named & { readonly numbers: readonly string[] },
    ) {
      let known = 0;
      for (const [bucket, some] of Map.groupBy(numbers, (number) => bucketOf(number, ''))) {
        const stream = contactListItemsStream(companyId, listId, bucket);
        const there = keysOf((await refresh(stream)).state.items.values());
        known += some.filter((number) => there.has(addressKey(number))).length;
      }
      return known;
    },
  };
}

/** Returns the commands of what stands in them, each in the bucket that it concerns. */
function createItems(
  runtime: CommandRuntime,
  demandList: (context: Context, listId: string) => Promise<void>,
) {
  const items = runtime.aggregate(contactListItemsDecider, {
    // 400 bytes each: of a million people in a list no more than 25 MB are kept.
    weigh: (state) => state.items.size * 8,
  });

  const inBucket = bucketRunner(runtime, items.handle);
  return {
    ...createLooking(items.streams.refresh),
    /**
     * Numbers that stand there already are left out. Returns how many were added.
     * @param paced resolves when more may follow what was written up to a position
     * @throws ERR_NO_CONTACT_LIST_FOUND
     */
    async add(
      context: Context,
      { listId, items: given }: Named & { readonly items: readonly NewListItem[] },
      paced: (position: number) => Promise<void> = async () => {},
    ): Promise<{ readonly position: number; readonly added: number }> {
      await demandList(context, listId);
      const groups = Map.groupBy(given, ({ number, itemId }) => bucketOf(number, itemId));
      const outcomes = await perBucket(groups, async (bucket, some) => {
        const data = { listId, bucket, items: some };
        const written = await inBucket(context, listId, bucket, { type: 'AddContactListItems', data });
        await paced(written.position);
        return written;
      });
      const added = outcomes
        .flatMap(({ events }) => events)
        .reduce((sum, { data }) => sum + (data as { items: readonly unknown[] }).items.length, 0);
      return { position: Math.max(0, ...outcomes.map(({ position }) => position)), added };
    },
    /**
     * Changes an item; with another number it moves to where that belongs: there first, so that a death in between loses
     * nothing, and `finishMove` does the rest.
     * @throws ERR_NO_CONTACT_LIST_FOUND, ERR_NO_CONTACT_LIST_ITEM_FOUND, ERR_CONTACT_LIST_ITEM_EXISTS
     */
    async change(
      context: Context,
      {
        listId,
        itemId,
        bucket,
        content,
      }: Named & {
        readonly itemId: string;
        /** Where it stands. */
        readonly bucket: number;
        /** What is named of it. */
        readonly content: Partial<ItemContent>;
      },
    ): Promise<Outcome> {
      await demandList(context, listId);
      const to = content.number === undefined ? bucket : bucketOf(content.number, itemId);
      if (to === bucket)
        return inBucket(context, listId, bucket, {
          type: 'ChangeContactListItem',
          data: { listId, bucket, itemId, content },
        });
      const read = async (at: number) =>
        (await items.streams.refresh(contactListItemsStream(context.companyId, listId, at))).state.items;
      const [there, before] = [(await read(to)).get(itemId), (await read(bucket)).get(itemId)];
      if (!before && !there) throw new DomainError('ERR_NO_CONTACT_LIST_ITEM_FOUND');
      // It has left already: the caller's reading is from before.
      if (!before)
        return inBucket(context, listId, to, {
          type: 'ChangeContactListItem',
          data: { listId, bucket: to, itemId, content },
        });
      const moves = (before.moves ?? 0) + 1;
      const moveOutcome = await inBucket(context, listId, to, {
        type: 'MoveContactListItem',
        data: { listId, bucket: to, itemId, content: changedItem(before, content), from: bucket, moves },
      });
      const left = await inBucket(context, listId, bucket, {
        type: 'LeaveContactListBucket',
        data: { listId, bucket, itemId, moves },
      });
      return left.position > moveOutcome.position ? left : moveOutcome;
    },
    /** Takes an item out of the bucket that it was moved from, should a death have left it there. */
    finishMove: (
      context: Context,
      { listId, ...move }: Named & { readonly from: number; readonly itemId: string; readonly moves: number },
    ): Promise<Outcome> =>
      inBucket(context, listId, move.from, {
        type: 'LeaveContactListBucket',
        data: { listId, bucket: move.from, itemId: move.itemId, moves: move.moves },
      }),
    remove: (context: Context, data: Named & { itemIds: readonly string[]; bucket: number }) =>
      inBucket(context, data.listId, data.bucket, { type: 'RemoveContactListItems', data }),
    ...createAnswers(inBucket),
  };
}

/** Returns the commands of what others say of items: the network, and who is erased. */
function createAnswers(inBucket: ReturnType<typeof bucketRunner>) {
  return {
    /** What the network said of numbers; of one that is another by now nothing is known. */
    check: async (
      context: Context,
      {
        listId,
        results,
      }: Named & {
        readonly results: readonly {
          readonly itemId: string;
          readonly bucket: number;
          readonly number: string;
          readonly valid: boolean;
        }[];
      },
    ): Promise<void> => {
      await perBucket(
        Map.groupBy(results, ({ bucket }) => bucket),
        (bucket, some) =>
          inBucket(context, listId, bucket, {
            type: 'CheckContactListItems',
            data: { listId, bucket, results: some },
          }),
      );
    },
    /** Takes whoever has one of these numbers out for good. Returns the events that say so. */
    forget: async (
      context: Context,
      { listId, numbers }: Named & { readonly numbers: readonly ForgottenNumber[] },
    ): Promise<readonly Outcome[]> =>
      perBucket(
        Map.groupBy(numbers, ({ number }) => bucketOf(number, '')),
        (bucket, some) =>
          inBucket(context, listId, bucket, {
            type: 'ForgetContactListNumbers',
            data: { listId, bucket, numbers: some },
          }),
      ),
  };
}
