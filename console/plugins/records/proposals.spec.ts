import { expect, test } from 'vitest';
import { queue, tag } from '../../../records/index.ts';
import { hueColors, hues } from '../../shell/ui/hue.ts';
import type { Row } from './parts.ts';
import { freeColor, proposals, takenColors } from './proposals.ts';

const of = (color: string, name = 'Suporte', orderQueue: number | null = null): Row => ({
  ...{ id: name, name, color, orderQueue },
});
const all = hues.map((hue) => of(hueColors[hue].toUpperCase(), hue));

test('a new queue begins with a colour that no other has, and stands behind the others', () => {
  const others = [of(hueColors.anil, 'Suporte', 4), of(hueColors.mata, 'Vendas')];
  expect(proposals(queue, others)).toEqual({ color: hueColors.lagoa, orderQueue: 5 });
  expect(proposals(queue, [])).toEqual({ color: hueColors.anil, orderQueue: 1 });
});

test('a ninth queue too: its colour is one that may be saved, and is nobody’s', () => {
  const ninth = freeColor('color', all);
  expect(queue.schema.shape.color.safeParse(ninth).success).toBe(true);
  expect(all.map(({ color }) => String(color).toLowerCase())).not.toContain(ninth);
  expect(freeColor('color', [...all, of(ninth)])).not.toBe(ninth);
});

test('a new tag begins with a colour of the palette, the one that was given least', () => {
  expect(proposals(tag, [of(hueColors.anil)])).toEqual({ color: hueColors.lagoa });
});

test('whose colour it is is known where no two may have one, however it is written', () => {
  expect(takenColors(queue, 'color', [of('#4073D4', 'Vendas')]).get('#4073d4')).toBe('Vendas');
  expect(takenColors(tag, 'color', [of('#4073D4')]).size).toBe(0);
});
