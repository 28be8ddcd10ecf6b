/** Lists of people whom campaigns write to. Who stands in one lies in its buckets, streams of their own (`items.ts`). */

import { z } from 'zod';
import type { Command } from '../command.ts';
import { DomainError } from '../errors.ts';
import type { Decider } from '../kernel/decider.ts';
import { seen } from '../text/seen.ts';
import { validate } from '../validation.ts';
import { type ContactListEvent, contactListEvents } from './events.ts';

export type ContactListState =
  | { readonly status: 'absent' }
  | { readonly status: 'present' | 'deleted'; readonly id: string; readonly name: string };

export type ContactListCommand =
  | Command<'CreateContactList', { readonly listId: string; readonly name: string }>
  | Command<'RenameContactList', { readonly name: string }>
  | Command<'DeleteContactList', object>;

const nameInput = z.object({ name: z.string().trim().min(2).max(50).check(seen) });

function decide(command: ContactListCommand, state: ContactListState): readonly ContactListEvent[] {
  const { type, data } = command;
  if (type === 'CreateContactList') {
    if (state.status !== 'absent') return [];
    const { name } = validate(nameInput, { name: data.name });
    return [{ type: 'ContactListCreated', data: { listId: data.listId, name } }];
  }
  if (state.status !== 'present') throw new DomainError('ERR_NO_CONTACT_LIST_FOUND');
  const { id: listId } = state;
  if (type === 'DeleteContactList') return [{ type: 'ContactListDeleted', data: { listId } }];
  const { name } = validate(nameInput, { name: data.name });
  return name === state.name ? [] : [{ type: 'ContactListRenamed', data: { listId, name } }];
}

function evolve(state: ContactListState, event: ContactListEvent): ContactListState {
  if (event.type === 'ContactListCreated')
    return { status: 'present', id: event.data.listId, name: event.data.name };
  if (state.status === 'absent') return state;
  return event.type === 'ContactListRenamed'
    ? { ...state, name: event.data.name }
    : { ...state, status: 'deleted', name: '' };
}

export const contactListDecider: Decider<ContactListState, ContactListCommand, ContactListEvent> = {
  category: 'contactList',
  types: new Set(Object.keys(contactListEvents)),
  initial: { status: 'absent' },
  decide,
  evolve,
};
