import type { CampaignWaiting } from '../../../contract/campaign.ts';
import { useT } from '../../shell/i18n.ts';
import { writtenTime } from './data.ts';

/** Returns what says in words why something was not sent: the campaigns' own reasons, and the codes of any error. */
export function useBecause() {
  const t = useT();
  return (reason: string): string =>
    t(`campaigns.because.${reason}`, { _: t(`errors.${reason}`, { _: reason }) }).replace(/\.$/, '');
}

/** Returns what says why nothing of a campaign goes out, and until when; undefined: it does. */
export function useWaits() {
  const t = useT();
  const because = useBecause();
  return ({ waitsUntil, waitsBecause }: CampaignWaiting): string | undefined => {
    if (waitsBecause === null) return undefined;
    const why = because(waitsBecause);
    return waitsUntil === null
      ? t('campaigns.waits', { why })
      : t('campaigns.waits.until', { why, at: writtenTime(waitsUntil) });
  };
}
