import { z } from 'zod';
import type { Command } from '../command.ts';
import { addressKey, hasLetters, normalizeAddress } from '../contact/address.ts';
import { DomainError } from '../errors.ts';
import type { Decider } from '../kernel/decider.ts';
import { deriveId } from '../kernel/ids.ts';
import { seen } from '../text/seen.ts';
import { validate } from '../validation.ts';
import { type ContactListItemEvent, contactListItemEvents, type ItemContent } from './events.ts';

/** Never change it: a number's bucket is the stream that it is found in. */
export const buckets = 1_024;

/** Returns the bucket of a list that holds a number; one without a number lies where its id says. */
export function bucketOf(number: string, itemId: string): number {
  const hash = deriveId('contact-list-bucket', number === '' ? itemId : addressKey(number));
  return Number.parseInt(hash.slice(0, 8), 16) % buckets;
}

export interface ListItem extends ItemContent {
  readonly itemId: string;
  /** Whether the network knows the number; null: not asked yet. */
  readonly valid: boolean | null;
  readonly checkedAt: string | null;
  /** How often it was moved from bucket to bucket; absent: never. */
  readonly moves?: number | undefined;
  /** Since when it has its number; absent: nobody remembers. */
  readonly since?: string | undefined;
}
type NewItem = ItemContent & Pick<ListItem, 'itemId'>;

export interface BucketState {
  readonly status: 'open';
  /** Empty: nothing was ever put in. */
  readonly keyId: string;
  readonly items: ReadonlyMap<string, ListItem>;
}
/** A number of who is erased. `until`: somebody else has it since then, and what stands there from later on is of them. */
export interface ForgottenNumber {
  readonly number: string;
  readonly until?: string | undefined;
}
/** Which bucket of which list is meant. */
interface Place {
  readonly listId: string;
  readonly bucket: number;
}

export type ContactListItemCommand =
  /** Numbers that stand there already, or twice among them, are left out. */
  | Command<'AddContactListItems', Place & { readonly items: readonly NewItem[] }>
  /** What is named of it: two who change different fields at once keep both. */
  | Command<
      'ChangeContactListItem',
      Place & { readonly itemId: string; readonly content: Partial<ItemContent> }
    >
  /** It comes from another bucket, which it leaves afterwards. `moves`: with this one. */
  | Command<
      'MoveContactListItem',
      Place & {
        readonly itemId: string;
        readonly content: ItemContent;
        readonly from: number;
        readonly moves: number;
      }
    >
  /** It stands elsewhere since that move; what came back later stays. */
  | Command<'LeaveContactListBucket', Place & { readonly itemId: string; readonly moves: number }>
  | Command<'RemoveContactListItems', Place & { readonly itemIds: readonly string[] }>
  | Command<
      'CheckContactListItems',
      Place & {
        /** `number`: that which was asked for; another one by now is not told by it. */
        readonly results: readonly {
          readonly itemId: string;
          readonly number: string;
          readonly valid: boolean;
        }[];
      }
    >
  /** Takes whoever has one of these numbers out for good. */
  | Command<'ForgetContactListNumbers', Place & { readonly numbers: readonly ForgottenNumber[] }>;

const content = z.object({
  name: z.string().trim().min(2).max(50).check(seen),
  number: z.union([z.literal(''), z.string().trim().min(8).max(50)]),
  email: z.union([z.literal(''), z.email()]),
});

/** Returns what a form or a row says, as it is stored. @throws ERR_VALIDATION */
export function readItem(given: ItemContent): ItemContent {
  const { name, number, email } = validate(content, given);
  if (number === '') return { name, number, email };
  const digits = normalizeAddress(number);
  if (hasLetters(number) || !/^\d{8,50}$/.test(digits))
    throw new DomainError('ERR_VALIDATION', 'not a number', { errors: { number: 'invalid' } });
  return { name, number: digits, email };
}

const isValid = ({ valid }: ListItem) => valid === true;
const movesOf = ({ moves = 0 }: ListItem): number => moves;
export const keysOf = (items: Iterable<ItemContent>) =>
  new Set([...items].flatMap(({ number }) => (number === '' ? [] : [addressKey(number)])));

function add({ items }: BucketState, given: readonly NewItem[]): NewItem[] {
  const numbers = keysOf(items.values());
  return given.filter(({ itemId, number }) => {
    const key = addressKey(number);
    if (items.has(itemId) || (number !== '' && numbers.has(key))) return false;
    numbers.add(key);
    return true;
  });
}

/** @throws ERR_CONTACT_LIST_ITEM_EXISTS when another item of the bucket has the number */
function demandFree({ items }: BucketState, itemId: string, number: string): void {
  const others = [...items.values()].filter((item) => item.itemId !== itemId);
  if (number !== '' && keysOf(others).has(addressKey(number)))
    throw new DomainError('ERR_CONTACT_LIST_ITEM_EXISTS', undefined, { errors: { number: 'taken' } });
}

/** Returns the events of a move. Where a former one left it behind it stands already: the new one takes its place. */
function move(
  state: BucketState,
  keyId: string,
  {
    listId,
    bucket,
    itemId,
    content: givenContent,
    ...came
  }: Extract<ContactListItemCommand, { type: 'MoveContactListItem' }>['data'],
): ContactListItemEvent[] {
  const behind = state.items.get(itemId);
  if (behind && movesOf(behind) >= came.moves) return [];
  demandFree(state, itemId, givenContent.number);
  const counts = { contacts: behind ? 0 : 1, valid: behind && isValid(behind) ? -1 : 0 };
  const data = { listId, bucket, counts, keyId, ...came, itemId, content: givenContent };
  return [{ type: 'ContactListItemMoved', data }];
}

function remove(
  place: Pick<ContactListItemCommand['data'], 'listId' | 'bucket'>,
  gone: readonly ListItem[],
): ContactListItemEvent[] {
  const counts = { contacts: 0 - gone.length, valid: 0 - gone.filter(isValid).length };
  const itemIds = gone.map(({ itemId }) => itemId);
  return gone.length === 0 ? [] : [{ type: 'ContactListItemsRemoved', data: { ...place, counts, itemIds } }];
}

/** Returns what an item says with what is named of it changed. */
export const changedItem = (before: ItemContent, change: Partial<ItemContent>): ItemContent => {
  const { name = before.name, number = before.number, email = before.email } = change;
  return { name, number, email };
};

function change(
  state: BucketState,
  {
    listId,
    bucket,
    itemId,
    content: givenContent,
  }: Extract<ContactListItemCommand, { type: 'ChangeContactListItem' }>['data'],
): ContactListItemEvent[] {
  const { keyId } = state;
  const before = state.items.get(itemId);
  if (!before) throw new DomainError('ERR_NO_CONTACT_LIST_ITEM_FOUND');
  const content = changedItem(before, givenContent);
  const { name, number, email } = content;
  demandFree(state, itemId, number);
  if (name === before.name && number === before.number && email === before.email) return [];
  const anew = number !== before.number;
  const counts = { contacts: 0, valid: anew && isValid(before) ? -1 : 0 };
  const data = { listId, bucket, counts, keyId, itemId, content, anew };
  return [{ type: 'ContactListItemChanged', data }];
}

/** Returns what tells the items of who is erased from all others. */
function isForgotten(numbers: readonly ForgottenNumber[]): (item: ListItem) => boolean {
  const untils = new Map(numbers.map(({ number, until = '' }) => [addressKey(number), until]));
  return ({ number, since = '' }) => {
    const until = number === '' ? undefined : untils.get(addressKey(number));
    return until !== undefined && (until === '' || since <= until);
  };
}

function decide(command: ContactListItemCommand, state: BucketState): readonly ContactListItemEvent[] {
  const { type, data } = command;
  const { listId, bucket } = data;
  const place = { listId, bucket };
  const keyId = state.keyId || deriveId('contact-list-key', listId, bucket, 0);
  switch (type) {
    case 'AddContactListItems': {
      const items = add(state, data.items);
      const counts = { contacts: items.length, valid: 0 };
      return items.length === 0
        ? []
        : [{ type: 'ContactListItemsAdded', data: { ...place, counts, keyId, items } }];
    }
    case 'ChangeContactListItem':
      return change(state, data);
    case 'MoveContactListItem':
      return move(state, keyId, data);
    case 'LeaveContactListBucket': {
      const there = state.items.get(data.itemId);
      return remove(place, there && movesOf(there) < data.moves ? [there] : []);
    }
    case 'RemoveContactListItems':
      return remove(
        place,
        data.itemIds.flatMap((id) => state.items.get(id) ?? []),
      );
    case 'CheckContactListItems': {
      const asked = data.results.filter(({ itemId, number }) => state.items.get(itemId)?.number === number);
      const before = asked.filter(({ itemId }) => isValid(state.items.get(itemId)!)).length;
      const counts = { contacts: 0, valid: asked.filter(({ valid }) => valid).length - before };
      const results = asked.map(({ itemId, valid }) => ({ itemId, valid }));
      return asked.length === 0
        ? []
        : [{ type: 'ContactListItemsChecked', data: { ...place, counts, results } }];
    }
    case 'ForgetContactListNumbers': {
      const isGone = isForgotten(data.numbers);
      const all = [...state.items.values()];
      const gone = all.filter(isGone);
      const items = all.filter((item) => !isGone(item));
      if (gone.length === 0) return [];
      const counts = { contacts: 0 - gone.length, valid: 0 - gone.filter(isValid).length };
      const removed = gone.map(({ itemId }) => itemId);
      const next = deriveId('contact-list-key', keyId);
      const resealed = { ...place, counts, keyId: next, formerKeyId: keyId, removed, items };
      return [{ type: 'ContactListItemsResealed', data: resealed }];
    }
    default:
      command satisfies never;
      return [];
  }
}

function evolve(state: BucketState, event: ContactListItemEvent, at: string): BucketState {
  const { type, data } = event;
  if (type === 'ContactListItemsResealed')
    return {
      status: 'open',
      keyId: data.keyId,
      items: new Map(data.items.map((item) => [item.itemId, item])),
    };
  const items = new Map(state.items);
  switch (type) {
    case 'ContactListItemsAdded':
      for (const item of data.items)
        items.set(item.itemId, { ...item, valid: null, checkedAt: null, since: at });
      return { status: 'open', keyId: data.keyId, items };
    case 'ContactListItemChanged': {
      const before = items.get(data.itemId);
      if (before)
        items.set(data.itemId, {
          ...before,
          ...data.content,
          ...(data.anew && { valid: null, checkedAt: null, since: at }),
        });
      break;
    }
    case 'ContactListItemMoved': {
      const { itemId, content: given, moves } = data;
      items.set(itemId, { ...given, itemId, valid: null, checkedAt: null, moves, since: at });
      return { status: 'open', keyId: data.keyId, items };
    }
    case 'ContactListItemsRemoved':
      for (const id of data.itemIds) items.delete(id);
      break;
    case 'ContactListItemsChecked':
      for (const { itemId, valid } of data.results) {
        const before = items.get(itemId);
        if (before) items.set(itemId, { ...before, valid, checkedAt: at });
      }
      break;
    default:
      event satisfies never;
  }
  return { ...state, items };
}

/** The items of one bucket of a list: a number is in a list once, for all that could be it lie in one stream. */
export const contactListItemsDecider: Decider<BucketState, ContactListItemCommand, ContactListItemEvent> = {
  category: 'contactListItems',
  types: new Set(Object.keys(contactListItemEvents)),
  initial: { status: 'open', keyId: '', items: new Map() },
  decide,
  evolve,
};
