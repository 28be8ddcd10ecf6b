import { type ComponentType, lazy } from 'react';
import type { Load } from './plugin.ts';

type Any = ComponentType<never>;

/** The code of a part did not come: no network, or the server has other files since it was updated. */
export class PartMissingError extends Error {
  constructor(cause: unknown) {
    super('partMissing', { cause });
  }
}

const loadOf =
  <P>(load: Load<P>): Load<P> =>
  () =>
    load().catch((cause: unknown) => {
      throw new PartMissingError(cause);
    });

/** Fetched already. */
const here = new Map<unknown, Any>();
/** As it was first shown: another component at a later render would mount the part again. */
const shownParts = new Map<unknown, Any>();

/** Fetches a part and keeps it for when it is shown. */
export const fetchPart = async <P>(load: Load<P>): Promise<void> => {
  here.set(load, (await load()).default as unknown as Any);
};

/**
 * Returns the component of a part. One that was fetched is drawn at once: a lazy one gives way to its fallback first even
 * when its code is there, and React holds what comes after a fallback back for up to 300 ms.
 */
export const partOf = <P>(load: Load<P>): ComponentType<P> => {
  const component = shownParts.get(load) ?? here.get(load) ?? (lazy(loadOf(load) as Load) as unknown as Any);
  shownParts.set(load, component);
  return component as unknown as ComponentType<P>;
};
