// How a card's change is told by its difference, on both sides: the server makes one, the page makes the card of it again.

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** Returns the fields that are other in `after`, of objects their own; undefined where one is gone, which no difference says. */
export function differenceOf(before: Fields, after: Fields): Fields | undefined {
  for (const name in before) if (before[name] !== undefined && after[name] === undefined) return undefined;
  const changed: Record<string, unknown> = {};
  for (const name in after) {
    const [was, is] = [before[name], after[name]];
    if (is === undefined || isSame(was, is)) continue;
    const inner = isObject(was) && isObject(is) ? differenceOf(was, is) : is;
    if (inner === undefined) return undefined;
    changed[name] = inner;
  }
  return changed;
}

/** Returns what `before` becomes by a difference; neither of them is touched. */
export function withDifference(before: Fields, changed: Fields): Fields {
  const after: Record<string, unknown> = { ...before };
  for (const name in changed) {
    const [was, is] = [before[name], changed[name]];
    after[name] = isObject(was) && isObject(is) ? withDifference(was, is) : is;
  }
  return after;
}

/** A card says twice what was said last and when: what the preview told is not told again. */
const followingFields = { lastMessage: 'body', updatedAt: 'at' } as const;
const following = Object.entries(followingFields);

/** Returns what a card becomes by a brief change at this position. */
export function withBrief(before: Fields, changed: Fields, position: number): Fields {
  const { preview } = changed;
  const after = { ...withDifference(before, changed), position };
  if (!isObject(preview)) return after;
  const follows = following.filter(([name, source]) => !(name in changed) && source in preview);
  return { ...after, ...Object.fromEntries(follows.map(([name, source]) => [name, preview[source]])) };
}

/** Returns the brief change from one card to the next, told at this position; undefined where only the whole card says it. */
export function briefOf(before: Fields, after: Fields, position: number): Fields | undefined {
  const difference = after.position === position ? differenceOf(before, after) : undefined;
  if (difference === undefined) return undefined;
  const changed: Record<string, unknown> = { ...difference };
  delete changed.position;
  for (const [name] of following) delete changed[name];
  const told = withBrief(before, changed, position);
  for (const [name] of following) if (told[name] !== after[name]) changed[name] = after[name];
  return changed;
}
