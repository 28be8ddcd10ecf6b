import { intlLocale, useLocale } from './i18n.ts';

/** Returns how amounts are written: reais in every language. */
export const useMoney = (): ((reais: number) => string) => {
  const format = new Intl.NumberFormat(intlLocale[useLocale()], {
    style: 'currency',
    currency: 'BRL',
    // 'R$' also where a language says 'BRL' of money from abroad.
    currencyDisplay: 'narrowSymbol',
  });
  return (reais) => format.format(reais);
};
