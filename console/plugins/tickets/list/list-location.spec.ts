import { expect, test } from 'vitest';
import { filterOf, readLocation, writeLocation } from './list-location.ts';

const read = (query: string) => readLocation(new URLSearchParams(query));
const base = { showAll: false, queueIds: ['q1'] };

test('an address without a query is the open tab, at the half last looked at', () => {
  expect(read('')).toMatchObject({ tab: 'open', half: 'pending', text: '' });
  expect(readLocation(new URLSearchParams(), 'assigned').half).toBe('assigned');
});

test('what an address cannot mean is the usual', () => {
  expect(read('tab=everything&half=none')).toMatchObject({ tab: 'open', half: 'pending' });
});

test.each([
  '?tab=open&half=assigned',
  '?tab=closed',
  '?tab=search&q=jo%C3%A3o&in=messages&tags=a%2Cb&users=u1',
])('%s is written as it was read', (query) => {
  expect(writeLocation(read(query))).toBe(query);
});

test('leaving the search leaves its words out of the address', () => {
  expect(writeLocation({ ...read('?tab=search&q=maria&tags=a'), tab: 'closed' })).toBe('?tab=closed');
});

test('each tab asks for its status under the same filters', () => {
  expect(filterOf(read('half=assigned'), base)).toEqual({ ...base, status: 'open' });
  expect(filterOf(read(''), base)).toEqual({ ...base, status: 'pending' });
  expect(filterOf(read('tab=closed'), base)).toEqual({ ...base, status: 'closed' });
});

test('a search asks for nothing until there is something to look for', () => {
  expect(filterOf(read('tab=search&q=%20&in=messages'), base)).toBeUndefined();
  expect(filterOf(read('tab=search&tags=a'), base)).toEqual({ ...base, tagIds: ['a'] });
});

test('a search is lower-cased and says where it looks', () => {
  expect(filterOf(read('tab=search&q=%20Maria%20'), base)).toEqual({ ...base, search: 'maria' });
  expect(filterOf(read('tab=search&q=Pix&in=messages'), base)).toEqual({
    ...base,
    search: 'pix',
    inMessages: true,
  });
});
