/** What forms of all plugins are made of: dialog, fields, refusals at their fields, a question before unsaved work is left. */

/** Returns what changed: of two who change different fields at once neither undoes the other. */
export const changesOf = <T extends object>(
  values: T,
  before: Readonly<Partial<Record<keyof T, unknown>>> | undefined,
): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before?.[name as keyof T]),
    ),
  ) as Partial<T>;
