import type { CampaignSettings } from './settings.ts';

export type Pace = Pick<CampaignSettings, 'messageInterval' | 'longerIntervalAfter' | 'greaterInterval'>;

const hourSeconds = 3_600;

/** Returns the seconds that one message takes of its connection on average: a pause after each, a longer one after some. */
export const secondsEach = ({ messageInterval, longerIntervalAfter, greaterInterval }: Pace): number =>
  longerIntervalAfter === 0
    ? messageInterval
    : (messageInterval * (longerIntervalAfter - 1) + greaterInterval) / longerIntervalAfter;

/** Returns how many messages go out in an hour at this pace; null: without pauses. */
export function hourly(pace: Pace): number | null {
  const each = secondsEach(pace);
  return each === 0 ? null : Math.floor(hourSeconds / each);
}
