import { matchPath } from 'react-router';
import { fetchLateParts } from './layout/late-parts.ts';
import { fetchPart } from './part.ts';
import type { Load } from './plugin.ts';
import { plugins } from './registry.ts';

/**
 * Fetches what the first pages after a login are made of, while the login page is read: the click then waits for answers,
 * not for code. What does not come is fetched when it is needed.
 */
export const fetchAhead = (): void => {
  const loads = plugins.flatMap((plugin) => [
    ...(plugin.routes ?? []).filter(({ ahead }) => ahead).map(({ load }) => load),
    ...Object.values(plugin.slots ?? {}).flatMap((parts) => parts.map(({ load }) => load)),
  ]);
  fetchLateParts();
  for (const load of loads) fetchPart(load as Load).catch(() => undefined);
};

/** Fetches the page of an address while it is asked who is signed in. */
export const fetchPage = (pathname: string): void => {
  const found = plugins
    .flatMap((plugin) => plugin.routes ?? [])
    .find(({ path }) => matchPath(path, pathname) !== null);
  if (found !== undefined) fetchPart(found.load).catch(() => undefined);
};
