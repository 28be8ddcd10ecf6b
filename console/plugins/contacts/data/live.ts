import type { QueryClient } from '@tanstack/react-query';
import type { Change, ContactView } from '../../../../domain/views/index.ts';
import type { Session } from '../../../shell/session.tsx';
import type { ContactFilter } from '../model/contact-filter.ts';
import { applyContactChange, type ContactPages } from '../model/contact-list.ts';
import { keys } from './keys.ts';

interface Heard {
  readonly at: number;
  readonly change: Change<ContactView>;
}
/** An answer may have been on its way for as long as this when a change comes in. */
const rememberedMs = 30_000;
let heard: readonly Heard[] = [];

/** Changes since then: what an answer that was asked for at that moment may not know. */
export const changesSince = (moment: number): readonly Change<ContactView>[] =>
  heard.filter(({ at }) => at >= moment).map(({ change }) => change);

/** A change is counted once, though a command's answer and the feed both tell of it. */
const isNew = ({ id, position, action }: Change<ContactView>): boolean =>
  !heard.some(
    ({ change }) =>
      change.id === id &&
      (change.action === 'delete' || (action !== 'delete' && change.position >= position)),
  );

/** Patches every list held. */
export const applyContactChangeLive = (change: Change, cache: QueryClient, session: Session): void => {
  const told = change as Change<ContactView>;
  if (!isNew(told)) return;
  const now = performance.now();
  heard = [...heard.filter(({ at }) => now - at < rememberedMs), { at: now, change: told }];
  const { timeZone } = session.user.company;
  for (const [key, pages] of cache.getQueriesData<ContactPages>({ queryKey: keys.lists })) {
    const next = applyContactChange(pages, told, key[2] as ContactFilter, timeZone);
    if (next !== pages) cache.setQueryData(key, next);
  }
};

export const reloadContacts = (cache: QueryClient): void => {
  void cache.invalidateQueries({ queryKey: keys.lists });
};
