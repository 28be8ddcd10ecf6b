import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../../contract/audit.ts';
import { difference } from './difference.ts';
import { type AuditFilter, type AuditPages, belongs, byDay, flatten, withEntry } from './filter.ts';

const zone = 'America/Sao_Paulo';
const all: AuditFilter = { search: '', kind: '', userId: '', dateStart: '', dateEnd: '', scope: '' };
const entry = (id: string, at: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  position: 1,
  at,
  type: 'QueueUpdated',
  kind: 'queue',
  action: 'Updated',
  actor: { kind: 'user', id: 'ana', name: 'Ana' },
  subjectId: 'q',
  title: 'Entregas',
  changes: [{ field: 'color', before: '#b88002', after: '#04869c' }],
  same: 6,
  ...more,
});

describe('an entry that the feed brings', () => {
  const one = entry('a', '2026-11-02T01:30:00.000Z');
  it('belongs to the lists whose filter it passes, by the company’s day', () => {
    expect(belongs(all, one, zone)).toBe(true);
    expect(belongs({ ...all, kind: 'tag,queue' }, one, zone)).toBe(true);
    expect(belongs({ ...all, kind: 'tag' }, one, zone)).toBe(false);
    expect(belongs({ ...all, userId: 'bia' }, one, zone)).toBe(false);
    expect(belongs({ ...all, search: 'entreg' }, one, zone)).toBe(true);
    expect(belongs({ ...all, search: 'b88002' }, one, zone)).toBe(true);
    expect(belongs({ ...all, search: 'tributo' }, one, zone)).toBe(false);
    // Half past ten in the evening of the first of November, there.
    expect(belongs({ ...all, dateStart: '2026-11-02' }, one, zone)).toBe(false);
    expect(belongs({ ...all, dateEnd: '2026-11-01' }, one, zone)).toBe(true);
    expect(belongs({ ...all, scope: 'platform' }, one, zone)).toBe(false);
  });

  it('stands where its instant puts it, once, and is counted once', () => {
    const old = entry('old', '2026-11-01T10:00:00.000Z');
    const data: AuditPages = { pages: [{ entries: [old], count: 1, hasMore: false }], pageParams: [1] };
    const next = withEntry(data, one);
    expect(flatten(next).map(({ id }) => id)).toEqual(['a', 'old']);
    expect(next.pages[0]?.count).toBe(2);
    expect(withEntry(next, one)).toBe(next);
  });
});

it('entries stand under their days', () => {
  const days = byDay([entry('b', '2026-11-02T12:00:00.000Z'), entry('a', '2026-11-02T01:30:00.000Z')], zone);
  expect(days.map(({ day, entries }) => [day, entries.length])).toEqual([
    ['2026-11-02', 1],
    ['2026-11-01', 1],
  ]);
});

describe('the difference of two texts', () => {
  it.each([
    ['Qual é o número do pedido?', 'Qual é o CEP?', 'Qual é o ', 'número do pedido?', 'CEP?', ''],
    ['a b c', 'a x c', 'a ', 'b', 'x', ' c'],
    ['', 'novo', '', '', 'novo', ''],
    ['a a a', 'a a', 'a a', ' a', '', ''],
    ['same', 'same', 'same', '', '', ''],
  ])('%j and %j', (before, after, begin, gone, come, end) => {
    const found = difference(before, after);
    expect(found).toEqual({ begin, gone, come, end });
    expect(found.begin + found.gone + found.end).toBe(before);
    expect(found.begin + found.come + found.end).toBe(after);
  });
});
