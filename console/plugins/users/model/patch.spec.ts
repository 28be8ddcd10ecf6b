import { expect, test } from 'vitest';
import type { UserView } from '../../../../contract/user.ts';
import { type Pages, patchPages } from './patch.ts';

const user = (id: string, position = 1, more: Partial<UserView> = {}): UserView => ({
  ...{ id, name: id, email: `${id}@example.org`, profile: 'user', super: false, companyId: 'c1' },
  ...{ allTicket: 'desabled', connectionId: null, queues: [], queueIds: [], position },
  ...more,
});
const held: Pages = {
  pages: [
    { users: [user('ana', 5), user('bruno', 5)], count: 3, hasMore: true },
    { users: [user('carla', 5)], count: 3, hasMore: false },
  ],
  pageParams: [1, 2],
};
const ids = ({ pages }: Pages) => pages.map(({ users }) => users.map(({ id }) => id));

test('a newer document takes the place of the one held, on whichever page', () => {
  const document = user('carla', 6, { name: 'Carla B' });
  const patched = patchPages(held, { action: 'update', id: 'carla', document, position: 6 });
  expect(patched.pages[1]?.users[0]?.name).toBe('Carla B');
  expect(ids(patched)).toEqual(ids(held));
});
test('an older one changes nothing', () => {
  const document = user('ana', 4, { name: 'Old' });
  const patched = patchPages(held, { action: 'update', id: 'ana', document, position: 4 });
  expect(patched.pages[0]?.users[0]?.name).toBe('ana');
});
test('who is deleted goes, and is not counted any more', () => {
  const patched = patchPages(held, { action: 'delete', id: 'bruno', position: 7 });
  expect(ids(patched)).toEqual([['ana'], ['carla']]);
  expect(patched.pages.map(({ count }) => count)).toEqual([2, 2]);
});
test('somebody who is not held leaves the pages as they are', () => {
  expect(patchPages(held, { action: 'create', id: 'eva', document: user('eva'), position: 9 })).toBe(held);
});
