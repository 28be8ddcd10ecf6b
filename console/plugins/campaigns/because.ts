import { useT } from '../../shell/i18n.ts';

/** Returns what says in words why something was not sent: the campaigns' own reasons, and the codes of any error. */
export function useBecause() {
  const t = useT();
  return (reason: string): string =>
    t(`campaigns.because.${reason}`, { _: t(`errors.${reason}`, { _: reason }) }).replace(/\.$/, '');
}
