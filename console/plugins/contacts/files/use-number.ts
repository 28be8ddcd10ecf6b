import { useMemo } from 'react';

import { intlLocale, useLocale } from '../../../shell/i18n.ts';

/** Returns what writes a number of rows as people of the language do. */
export const useNumber = (): ((value: number) => string) => {
  const locale = useLocale();
  return useMemo(() => {
    const format = new Intl.NumberFormat(intlLocale[locale]);
    return (value: number) => format.format(value);
  }, [locale]);
};
