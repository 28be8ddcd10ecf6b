import { intlLocale, useLocale } from '../../shell/i18n.ts';

/** Returns how amounts are written: reais in every language. */
export const useMoney = (): ((reais: number) => string) => {
  const format = new Intl.NumberFormat(intlLocale[useLocale()], { style: 'currency', currency: 'BRL' });
  return (reais) => format.format(reais);
};

/** Returns today, yyyy-MM-dd, in a time zone. */
export const todayIn = (timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-CA', { ...(timeZone && { timeZone }) }).format(new Date());
