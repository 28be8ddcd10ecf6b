import { describe, expect, it } from 'vitest';
import { createTimes } from './times.ts';

const times = createTimes('America/Sao_Paulo', 'pt-BR');
const now = Date.parse('2026-11-21T15:00:00.000Z');

describe("instants in the company's zone", () => {
  it('read as HH:mm and dd/MM/yyyy', () => {
    expect(times.time('2026-11-21T02:05:09.000Z')).toBe('23:05');
    expect(times.seconds('2026-11-21T02:05:09.000Z')).toBe('23:05:09');
    expect(times.date('2026-11-21T02:05:09.000Z')).toBe('20/11/2026');
    expect(times.shortDate('2026-11-21T02:05:09.000Z')).toBe('20/11');
  });
  it("fall on the zone's day", () => {
    expect(times.day('2026-11-21T02:59:00.000Z')).toBe('2026-11-20');
    expect(times.day('2026-11-21T03:00:00.000Z')).toBe('2026-11-21');
  });
  it('name the day, with the year when it is another', () => {
    expect(times.longDay('2026-11-19T15:00:00.000Z', now)).toBe('Quinta-feira, 19 de novembro');
    expect(times.longDay('2025-11-19T15:00:00.000Z', now)).toBe('19 de novembro de 2025');
  });
});
