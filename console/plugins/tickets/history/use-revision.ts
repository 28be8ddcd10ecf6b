import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { type RequestedRevision, requestedRevision } from './past.ts';

/** Browsers refuse to change the address many times a second. */
const ADDRESS_MS = 120;

/**
 * Returns the revision that is looked at: in the address as `?rev=`, so that it can be shared, and a little ahead of
 * it while sliding. The entry in the browser's history is replaced: going back leaves the timeline, however far one
 * slid.
 */
export function useRevision(lastRevision: number | undefined): {
  readonly requested: RequestedRevision;
  readonly goTo: (revision: number | undefined) => void;
} {
  const [params, setParams] = useSearchParams();
  const text = params.get('rev');
  const { key } = useLocation();
  const [ahead, setAhead] = useState<string | null>();
  /** What was written to the address and has not come back yet: on a slow screen several are on their way. */
  const writtenParams = useRef<(string | null)[]>([]);

  /** The address as it was drawn last. */
  const drawn = useRef(text);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an address that was written twice may come back as it stood.
  useEffect(() => {
    const own = writtenParams.current.lastIndexOf(text);
    const isForeign = own < 0 && text !== drawn.current;
    drawn.current = text;
    writtenParams.current.splice(0, own + 1);
    // The address caught up, or someone else changed it (a link, the back button): then it is what counts.
    setAhead((held) => (isForeign || (own >= 0 && held === text) ? undefined : held));
  }, [text, key]);
  useEffect(() => {
    if (ahead === undefined) return;
    const timer = setTimeout(() => {
      // What is on its way to the address counts before what stands there.
      if (ahead === [text, ...writtenParams.current].at(-1))
        return writtenParams.current.length === 0 ? setAhead(undefined) : undefined;
      writtenParams.current.push(ahead);
      setParams(
        (held) => {
          const next = new URLSearchParams(held);
          if (ahead === null) next.delete('rev');
          else next.set('rev', ahead);
          return next;
        },
        { replace: true },
      );
    }, ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [ahead, text, setParams]);

  const goTo = useCallback(
    (revision: number | undefined) => setAhead(revision === undefined ? null : String(revision)),
    [],
  );
  return { requested: requestedRevision(ahead === undefined ? text : ahead, lastRevision), goTo };
}
