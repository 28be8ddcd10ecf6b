import { describe, expect, it } from 'vitest';
import { anchorAt, isNearBottom, restoredTop } from './scroll-anchor.ts';

const rows = (height: number) => (index: number) => ({
  key: `m${index}`,
  top: index * height,
  bottom: (index + 1) * height,
});

describe('the anchor of the thread', () => {
  it('is the first bubble that reaches into the view', () => {
    expect(anchorAt(10, rows(100), 250)).toEqual({ key: 'm2', offset: -50 });
    expect(anchorAt(10, rows(100), 0)).toEqual({ key: 'm0', offset: 0 });
    expect(anchorAt(0, rows(1), 0)).toBeUndefined();
  });
  it('stays where it was after a page of taller bubbles came in above', () => {
    const anchor = anchorAt(10, rows(100), 30)!;
    const topAfter = 40 * 137; // its new place, below forty bubbles of 137 px
    expect(restoredTop(anchor, topAfter)).toBe(40 * 137 + 30);
  });
});

describe('the end of the thread', () => {
  it("counts as reached within a bubble's height", () => {
    expect(isNearBottom({ scrollTop: 560, scrollHeight: 1000, clientHeight: 400 })).toBe(true);
    expect(isNearBottom({ scrollTop: 400, scrollHeight: 1000, clientHeight: 400 })).toBe(false);
  });
});
