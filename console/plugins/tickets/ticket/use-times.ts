import { useMemo } from 'react';
import { intlLocale, useLocale } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';
import { createTimes, type Times } from './times.ts';

const cache = new Map<string, Times>();

/** Returns instants in the company's zone and the reader's language. One set of formatters for the whole screen. */
export function useTimes(): Times {
  const locale = useLocale();
  const zone = useSession().user.company.timeZone;
  return useMemo(() => {
    const key = `${zone}|${locale}`;
    const held = cache.get(key) ?? createTimes(zone, intlLocale[locale]);
    cache.set(key, held);
    return held;
  }, [zone, locale]);
}
