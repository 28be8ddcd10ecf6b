/** Returns whether two values are the same as JSON; one that is missing is as null. */
export const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Returns whether two objects have the same in each field, as JSON. A field that is missing is not one that is null: a default stands there. */
export const areFieldsSame = (a: object, b: object): boolean => {
  const [one, other] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return [...one.keys(), ...other.keys()].every(
    (key) => JSON.stringify(one.get(key)) === JSON.stringify(other.get(key)),
  );
};

/** Returns whether two lists name the same, in whatever order and however often. */
export const isSameSet = (a: readonly string[], b: readonly string[]): boolean => {
  const [one, other] = [new Set(a), new Set(b)];
  return one.size === other.size && a.every((id) => other.has(id));
};
