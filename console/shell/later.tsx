import { type ComponentType, Suspense } from 'react';
import { fetchPart, partOf } from './part.ts';
import type { Load } from './plugin.ts';
import { RouteBoundary } from './ui/boundary.tsx';

/** A component whose code is no part of the first load. */
export type Later<P> = ComponentType<P> & {
  /** Fetches the code, so that the press that shows it waits for nothing. */
  readonly fetch: () => void;
};

/** Returns a component that is opened by a press: nothing until its code is there, drawn at once where it was fetched. */
export const loadLater = <P extends object>(load: Load<P>): Later<P> => {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, where its module is loaded
  const Shown = (props: P) => {
    const Part = partOf(load);
    return (
      <RouteBoundary shows="toast">
        <Suspense fallback={null}>
          <Part {...props} />
        </Suspense>
      </RouteBoundary>
    );
  };
  return Object.assign(Shown, { fetch: () => void fetchPart(load).catch(() => undefined) });
};
