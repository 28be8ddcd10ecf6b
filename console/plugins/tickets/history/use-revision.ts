import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Asked, askedRevision } from '../model/past.ts';

/** Browsers refuse to change the address many times a second. */
const ADDRESS_MS = 120;

/**
 * The revision that is looked at: in the address as `?rev=`, so that it can be shared, and a little ahead of it while
 * sliding. The entry in the browser's history is replaced: going back leaves the timeline, however far one slid.
 */
export const useRevision = (
  last: number | undefined,
): { readonly asked: Asked; readonly goTo: (revision: number | undefined) => void } => {
  const [params, setParams] = useSearchParams();
  const text = params.get('rev');
  const [ahead, setAhead] = useState<string | null>();
  const written = useRef<string | null>(text);

  // The address caught up, or someone else changed it (a link, the back button): it is what counts.
  useEffect(() => {
    setAhead((held) => (held === text || text !== written.current ? undefined : held));
    written.current = text;
  }, [text]);
  useEffect(() => {
    if (ahead === undefined) return;
    const timer = setTimeout(() => {
      written.current = ahead;
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
  }, [ahead, setParams]);

  const goTo = useCallback(
    (revision: number | undefined) => setAhead(revision === undefined ? null : String(revision)),
    [],
  );
  return { asked: askedRevision(ahead === undefined ? text : ahead, last), goTo };
};
