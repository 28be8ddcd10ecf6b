import type { RecordDefinition } from '../../../domain/records/definition.ts';
import { type Hue, hueColors, hues } from '../../shell/ui/hue.ts';
import { palette } from './palette.ts';
import type { Row } from './parts.ts';

/** Returns a colour as it is compared: it is one whether it is written in capitals or not. */
const plainColor = (color: unknown): string => String(color ?? '').toLowerCase();

/** Returns the names of the records that have each colour, where no two may have the same; empty where they may. */
export const takenColors = (
  definition: RecordDefinition,
  field: string,
  others: readonly Row[],
): ReadonlyMap<string, string> =>
  new Map(
    definition.unique.some((unique) => unique.field === field)
      ? others.map((other) => [plainColor(other[field]), String(other[definition.title] ?? '')])
      : [],
  );

/** For a company with more queues than the product has colours of its own: the presets, the plain ones first. */
const further = palette
  .toSorted((a, b) => Number(b.tone === 'plain') - Number(a.tone === 'plain'))
  .map(({ color }) => color);

/** Returns the colour of the palette that the fewest have, as `#rrggbb`; one beside it when each is taken. */
export const freeColor = (field: string, others: readonly Row[]): string => {
  const used = others.map((other) => plainColor(other[field]));
  const times = (color: string) => used.filter((one) => one === color).length;
  const first = hues.map((hue: Hue) => hueColors[hue]);
  const free = [...first, ...further].find((color) => times(color) === 0);
  return free ?? first.toSorted((a, b) => times(a) - times(b))[0] ?? '';
};

/** Returns one more than the highest number others have: the newcomer stands behind them. */
const nextNumber = (field: string, others: readonly Row[]): number =>
  1 + Math.max(0, ...others.map((other) => (typeof other[field] === 'number' ? Number(other[field]) : 0)));

/** Returns what a form for a new record begins with, of the records there are. */
export const proposals = (
  definition: RecordDefinition,
  others: readonly Row[],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(definition.fields).flatMap(([name, field]): [string, unknown][] =>
      field.widget.kind === 'color'
        ? [[name, freeColor(name, others)]]
        : field.widget.kind === 'number' && field.widget.counts
          ? [[name, nextNumber(name, others)]]
          : [],
    ),
  );
