import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { dayMask } from './input-mask.ts';

/** Whether an address names a day that there is: anybody may have typed it. */
export const isDay = (text: string | null): text is string =>
  text !== null && dayMask.read(dayMask.write(text)) === text;

type Keep = (given: Readonly<Record<string, string | undefined>>) => void;

/**
 * Returns what the address says, and a way to change it: what a page is filtered by stands there, so that a reload, a link
 * and the way back keep it. The entry of the browser's history is replaced; undefined and '' are left out.
 */
export const useAddress = (): readonly [URLSearchParams, Keep] => {
  const [params, setParams] = useSearchParams();
  const keep = useCallback<Keep>(
    (given) =>
      setParams(
        (held) => {
          const next = new URLSearchParams(held);
          for (const [name, value] of Object.entries(given))
            if (value === undefined || value === '') next.delete(name);
            else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return [params, keep];
};

/** Returns what a list is searched for, as `?search=` says it, and a way to search for something else. */
export const useSearch = (): readonly [string, (search: string) => void] => {
  const [params, keep] = useAddress();
  return [params.get('search') ?? '', (search) => keep({ search })];
};
