import type { QueryClient } from '@tanstack/react-query';
import type { Change } from '../../../../contract/changes.ts';
import type { ContactView } from '../../../../contract/contact.ts';
import { patchQueries } from '../../../shell/patch-query.ts';
import type { Session } from '../../../shell/session.tsx';
import type { ContactFilter } from '../model/contact-filter.ts';
import { applyContactChange, type ContactPages } from '../model/contact-list.ts';
import { keys } from './keys.ts';

interface Heard {
  readonly at: number;
  readonly change: Change<ContactView>;
}
/** The answer to a command and the feed tell of the same change within this. */
const rememberedMs = 30_000;
/** The last change of each contact, the oldest first. An import brings ten thousand of them in a few seconds. */
const heardChanges = new Map<string, Heard>();

/**
 * Whether a change is to be counted: once, though a command's answer and the feed both tell of it. Who is gone comes
 * back as one who is created, out of a merge that is undone; the answer to a deletion names no position.
 */
const isNew = (
  { action, position }: Change<ContactView>,
  known: Change<ContactView> | undefined,
): boolean => {
  if (known === undefined) return true;
  if (known.action === 'delete') return action === 'create' && position > known.position;
  return (action === 'delete' && position === 0) || position > known.position;
};

const remember = (change: Change<ContactView>): void => {
  const at = performance.now();
  heardChanges.delete(change.id);
  heardChanges.set(change.id, { at, change });
  for (const [id, { at: then }] of heardChanges) {
    if (at - then < rememberedMs) return;
    heardChanges.delete(id);
  }
};

/** Patches every list held. */
export const applyContactChangeLive = (
  change: Change,
  cache: QueryClient,
  session: Pick<Session, 'user'>,
): void => {
  const told = change as Change<ContactView>;
  const known = heardChanges.get(told.id)?.change;
  if (!isNew(told, known)) return;
  remember(told);
  const { timeZone } = session.user.company;
  patchQueries<ContactPages>(cache, keys.lists, (key) => {
    const filter = key[2] as ContactFilter;
    return (held, again) => applyContactChange(held, told, { filter, timeZone, again });
  });
};

export const reloadContacts = (cache: QueryClient): void => {
  void cache.invalidateQueries({ queryKey: keys.lists });
};
