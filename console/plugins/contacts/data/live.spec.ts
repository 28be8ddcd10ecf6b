import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Change } from '../../../../contract/changes.ts';
import type { ContactView } from '../../../../contract/contact.ts';
import { everybody } from '../model/contact-filter.ts';
import type { ContactPages } from '../model/contact-list.ts';
import { keys } from './keys.ts';
import { applyContactChangeLive } from './live.ts';

const session = { user: { company: { timeZone: 'America/Sao_Paulo' } } } as Parameters<
  typeof applyContactChangeLive
>[2];
const contact = (id: string, position: number): ContactView => ({
  ...{ id, uuid: id, active: true, name: id, number: '5511987654321', email: '' },
  ...{ profilePicUrl: null, urlPicture: null },
  ...{ extraInfo: [], isGroup: false, createdAt: '', updatedAt: '', position },
});
const change = (action: string, id: string, position: number): Change<ContactView> => ({
  ...{ channel: 'contact', action, id, position },
  ...(action !== 'delete' && { document: contact(id, position) }),
});
const following = (hasMore = false) => {
  const cache = new QueryClient();
  const empty: ContactPages = { pages: [{ contacts: [], count: 0, hasMore }], pageParams: [1] };
  cache.setQueryData(keys.list(everybody), empty);
  return {
    tell: (...changes: Change<ContactView>[]) => {
      for (const one of changes) applyContactChangeLive(one, cache, session);
    },
    count: () => cache.getQueryData<ContactPages>(keys.list(everybody))?.pages[0]?.count,
  };
};

it("what a command's answer and the feed both tell is counted once, in either order", () => {
  const { tell, count } = following();
  tell(change('create', 'ana', 5), change('create', 'ana', 5));
  expect(count()).toBe(1);
  // The answer to a deletion names no position.
  tell(change('delete', 'ana', 0), change('delete', 'ana', 6));
  expect(count()).toBe(0);
  tell(change('create', 'bia', 7), change('delete', 'bia', 8), change('delete', 'bia', 0));
  expect(count()).toBe(0);
});

it('who became part of another comes back when that is undone, and is not taken out by what was told before', () => {
  const { tell, count } = following();
  tell(change('create', 'davi', 5), change('delete', 'davi', 0), change('create', 'davi', 9));
  expect(count()).toBe(1);
  tell(change('delete', 'davi', 6), change('create', 'davi', 9), change('update', 'davi', 4));
  expect(count()).toBe(1);
  tell(change('delete', 'davi', 10));
  expect(count()).toBe(0);
});

it.each([
  ['not of it', [], 0],
  ['of it', [contact('caio', 9)], 1],
] as const)(
  'one created and corrected while an answer is on its way that knows %s is counted once',
  async (_, contacts, count) => {
    const cache = new QueryClient();
    const answer = Promise.withResolvers<ContactPages['pages'][number]>();
    const observer = new InfiniteQueryObserver(cache, {
      queryKey: keys.list(everybody),
      queryFn: () => answer.promise,
      initialPageParam: 1,
      getNextPageParam: () => undefined,
    });
    const stop = observer.subscribe(() => undefined);
    const id = `caio-${count}`;
    for (const one of [change('create', id, 9), change('update', id, 10)])
      applyContactChangeLive(one, cache, session);
    answer.resolve({ contacts: contacts.map((one) => ({ ...one, id })), count, hasMore: false });
    const page = () => cache.getQueryData<ContactPages>(keys.list(everybody))?.pages[0];
    await expect.poll(() => page()?.contacts.map(({ position }) => position)).toEqual([10]);
    expect(page()?.count).toBe(1);
    stop();
  },
);

it('ten thousand new contacts of an import are taken in without a standstill', () => {
  const { tell, count } = following(true);
  const began = performance.now();
  for (let index = 0; index < 10_000; index++) tell(change('create', `z${index}`, 20_000 + index));
  expect(count()).toBe(10_000);
  // Were each change compared with all others, this would take the better part of a minute.
  expect(performance.now() - began).toBeLessThan(10_000);
});
