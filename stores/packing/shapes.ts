/** Where the shapes that a file uses are kept, each under the number that stands in the values. */
export interface ShapeTable {
  /** Those with a number above this one. */
  after(number: number): readonly { readonly number: number; readonly shape: string }[];
  /** Keeps a shape that may be there already. @returns its number, or undefined: it cannot be kept now */
  add(shape: string): number | undefined;
}

/** What to do next to make a value of its leaves: `leaf` and `open` name a key, `close` ends the object opened last. */
export type Step = readonly ['leaf' | 'open', string] | readonly ['close'];

/** Keys of data that names are given to by people or by other systems (`extra`) would be a shape of their own each. */
const key = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;
const mostKeys = 64;
const mostDepth = 4;

/** Whether JSON leaves a property with this value out. */
export const isAbsent = (value: unknown): boolean =>
  value === undefined || typeof value === 'function' || typeof value === 'symbol';

export type Plain = Readonly<Record<string, unknown>>;

/** Whether it is an object that JSON writes key by key. */
export const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  typeof (value as { toJSON?: unknown }).toJSON !== 'function';

const keysOf = (value: Plain): string[] => Object.keys(value).filter((name) => !isAbsent(value[name]));

/** Whether its keys, and theirs, may stand in a shape. */
function isShaped(value: unknown, depth: number): value is Plain {
  if (!isPlain(value) || depth > mostDepth) return false;
  const keys = keysOf(value);
  return keys.length <= mostKeys && keys.every((name) => key.test(name));
}

/** Returns the steps of a value, undefined when it has no shape. */
export function stepsOf(value: unknown, depth = 0): Step[] | undefined {
  if (!isShaped(value, depth)) return undefined;
  const steps: Step[] = [];
  for (const name of keysOf(value)) {
    const inner = stepsOf(value[name], depth + 1);
    if (inner) steps.push(['open', name], ...inner, ['close']);
    else steps.push(['leaf', name]);
  }
  return steps;
}

/** Returns steps as they are kept: `id,data{ticketId,body}`. */
export const shapeText = (steps: readonly Step[]): string =>
  steps.map(([kind, name]) => (kind === 'close' ? '}' : kind === 'open' ? `${name}{` : `${name},`)).join('');

/** Returns the steps of a text. @throws Error on a text that `shapeText` does not write */
export function stepsIn(shape: string): readonly Step[] {
  const steps: Step[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: part, 1: name, 2: mark, index } of shape.matchAll(/([A-Za-z]\w*)([,{])|\}/g)) {
    if (index !== from) break;
    from += part.length;
    depth += mark === '{' ? 1 : mark === ',' ? 0 : -1;
    steps.push(part === '}' ? ['close'] : [mark === '{' ? 'open' : 'leaf', name!]);
    if (depth < 0) break;
  }
  if (from !== shape.length || depth !== 0) throw new Error(`a shape that cannot be read: ${shape}`);
  return steps;
}
