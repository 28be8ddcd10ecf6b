import { validate as isUuid } from 'uuid';
import type { Personal } from './state.ts';

type ExtraInfo = Personal['extraInfo'];
type Item = ExtraInfo[number];

/** Returns the first of `id`, `id-2`, `id-3`, … that is not taken. */
function freeId(id: string, taken: ReadonlySet<string> | ReadonlyMap<string, unknown>): string {
  for (let count = 1; ; count++) {
    const free = count === 1 ? id : `${id}-${count}`;
    if (!taken.has(free)) return free;
  }
}

/** Returns the same list with an id of its own for each; those that have one keep it. */
export function withOwnIds(list: ExtraInfo): ExtraInfo {
  const taken = new Set<string>();
  return list.map((item) => {
    const id = freeId(item.id, taken);
    taken.add(id);
    return id === item.id ? item : { ...item, id };
  });
}

const isSameItem = (one: Item, other: Item | undefined): boolean =>
  one.name === other?.name && one.value === other.value;

/**
 * Returns what stands beside a contact after somebody saved a list whose author saw another one than stands there by now: what
 * others added stays, what they changed or took out stays so where the author left it alone, and the rest is as the author has it.
 */
export function joinExtraInfo(current: ExtraInfo, seen: ExtraInfo, given: ExtraInfo): ExtraInfo {
  const [known, wanted] = [seen, given].map(
    (list) => new Map(withOwnIds(list).map((item) => [item.id, item])),
  ) as [Map<string, Item>, Map<string, Item>];
  const joined = new Map<string, Item>();
  for (const item of withOwnIds(current)) {
    const { id } = item;
    const was = known.get(id);
    const own = wanted.get(id);
    // Somebody else's, also under an id that the author gave to another.
    if (was === undefined) joined.set(id, item);
    else if (own !== undefined) joined.set(id, isSameItem(own, was) ? item : own);
  }
  for (const item of wanted.values()) {
    const was = known.get(item.id);
    const stands = joined.get(item.id);
    if (was !== undefined && (stands !== undefined || isSameItem(item, was))) continue;
    if (stands !== undefined && isSameItem(item, stands)) continue;
    // Two give the same number to an item, but no two the same UUID: it is the author's own, sent again with a correction, for the
    // answer was lost. What is the same is known by the name of its request.
    const id = isUuid(item.id) ? item.id : freeId(item.id, joined);
    joined.set(id, { ...item, id });
  }
  return [...joined.values()];
}
