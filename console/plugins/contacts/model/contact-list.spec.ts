import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../contract/changes.ts';
import type { ContactView } from '../../../../contract/contact.ts';
import type { Again } from '../../../shell/patch-query.ts';
import { type ContactFilter, everybody } from './contact-filter.ts';
import { applyContactChange, type ContactPages, flatten, nextPage } from './contact-list.ts';

const contact = (name: string, more: Partial<ContactView> = {}): ContactView => ({
  id: name.toLowerCase(),
  uuid: name.toLowerCase(),
  active: true,
  name,
  number: '5511987654321',
  email: '',
  profilePicUrl: null,
  urlPicture: null,
  extraInfo: [],
  isGroup: false,
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
  position: 1,
  ...more,
});
const pages = (hasMore: boolean, count: number, ...all: string[][]): ContactPages => ({
  pages: all.map((names, index) => ({
    contacts: names.map((name) => contact(name)),
    count,
    hasMore: hasMore || index < all.length - 1,
  })),
  pageParams: all.map((_, index) => index + 1),
});
const change = (document: ContactView, action = 'update'): Change<ContactView> => ({
  channel: 'contact',
  action,
  id: document.id,
  position: document.position,
  ...(action !== 'delete' && { document }),
});
const then = (
  held: ContactPages,
  what: Change<ContactView>,
  filter: Partial<ContactFilter> = {},
  again?: Again,
) => {
  const next = applyContactChange(held, what, {
    filter: { ...everybody, ...filter },
    timeZone: 'America/Sao_Paulo',
    again,
  });
  return [flatten(next).map(({ name }) => name), next.pages[0]?.count];
};

describe('the list of contacts after a change', () => {
  const all = pages(false, 3, ['Ana', 'Érica', 'Zoe']);
  const part = pages(true, 90, ['Ana', 'Érica', 'Marcos']);

  it('puts a new one where its name belongs, whatever its case and accents', () => {
    expect(then(all, change(contact('bruno'), 'create'))).toEqual([['Ana', 'bruno', 'Érica', 'Zoe'], 4]);
    expect(then(all, change(contact('Fábio'), 'create'))).toEqual([['Ana', 'Érica', 'Fábio', 'Zoe'], 4]);
  });
  it('counts a new one whose place is beyond what is held, and leaves it to the page that brings it', () => {
    expect(then(part, change(contact('Zoe'), 'create'))).toEqual([['Ana', 'Érica', 'Marcos'], 91]);
  });
  it('leaves the count of an answer that may have one beyond it already; within it would show', () => {
    const again = (name: string) => then(part, change(contact(name), 'create'), {}, 'answer');
    expect(again('Zoe')).toEqual([['Ana', 'Érica', 'Marcos'], 90]);
    expect(again('bruno')).toEqual([['Ana', 'bruno', 'Érica', 'Marcos'], 91]);
    expect(again('Ana')).toEqual([['Ana', 'Érica', 'Marcos'], 90]);
  });
  it('counts once what came, or went, while a further page was on its way that knows nothing of it', () => {
    const again = (name: string, action: string) => then(part, change(contact(name), action), {}, 'page');
    expect(again('Bruno', 'create')).toEqual([['Ana', 'Bruno', 'Érica', 'Marcos'], 90]);
    expect(again('Marcos', 'delete')).toEqual([['Ana', 'Érica'], 90]);
  });
  it('moves one that was renamed', () => {
    expect(then(all, change(contact('Tânia', { id: 'ana', position: 2 })))).toEqual([
      ['Érica', 'Tânia', 'Zoe'],
      3,
    ]);
  });
  it('drops an older version than the one it holds', () => {
    const held = pages(false, 1, ['Ana']);
    expect(then(held, change(contact('Anna', { id: 'ana', position: 0 })))).toEqual([['Ana'], 1]);
  });
  it('takes a deleted one out, also of the count when it was further down', () => {
    expect(then(all, change(contact('Ana'), 'delete'))).toEqual([['Érica', 'Zoe'], 2]);
    expect(then(part, change(contact('Zoe'), 'delete'))).toEqual([['Ana', 'Érica', 'Marcos'], 89]);
    expect(then(part, change(contact('Zoe'), 'delete'), { search: 'a' })).toEqual([
      ['Ana', 'Érica', 'Marcos'],
      90,
    ]);
  });
  it('a search takes in who matches by name, number or e-mail, and lets go of who no longer does', () => {
    const found = pages(false, 1, ['Ana']);
    const bia = contact('Bia', { email: 'ana.bia@example.org' });
    expect(then(found, change(bia, 'create'), { search: 'ANÁ' })).toEqual([['Ana', 'Bia'], 2]);
    expect(then(found, change(contact('Caio'), 'create'), { search: 'ana' })).toEqual([['Ana'], 1]);
    const renamed = contact('Beatriz', { id: 'ana', position: 2 });
    expect(then(found, change(renamed), { search: 'ana' })).toEqual([[], 0]);
  });
  it("a day is the company's", () => {
    const late = contact('Bia', { createdAt: '2026-11-22T02:00:00.000Z' });
    const day = (dateStart: string, dateEnd: string) =>
      then(pages(false, 0, []), change(late, 'create'), { dateStart, dateEnd })[1];
    expect(day('2026-11-21', '2026-11-21')).toBe(1);
    expect(day('2026-11-22', '')).toBe(0);
    expect(day('', '2026-11-20')).toBe(0);
  });
  it('asks for the page that follows what is held', () => {
    const names = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `c${from + i}`);
    expect(nextPage(pages(true, 90, names(0, 20), names(20, 40)).pages)).toBe(3);
    expect(nextPage(pages(true, 90, names(0, 20), names(21, 40)).pages)).toBe(2);
    expect(nextPage(pages(false, 40, names(0, 20), names(20, 40)).pages)).toBeUndefined();
  });
});
