import type { Command } from '../command.ts';
import { DomainError } from '../errors.ts';
import type { Decider } from '../kernel/decider.ts';
import { distinctBy } from '../text/distinct.ts';
import { distinctWords } from '../ticket/campaigns.ts';
import { isBuiltIn } from '../ticket/template.ts';
import { type CampaignSettingsEvent, campaignSettingsEvents } from './events.ts';

export type CampaignSettings = Readonly<
  Extract<CampaignSettingsEvent, { type: 'CampaignSettingsChanged' }>['data']
>;

export const defaultCampaignSettings: CampaignSettings = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  leavingWords: ['SAIR', 'PARAR', 'STOP'],
};

/** Seconds between two messages, on average: a person is never exact. */
const intervals: readonly number[] = [0, 5, 10, 15, 20];
/** So many messages, and the seconds after them. */
const longerIntervals: readonly number[] = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120];

/** Returns a variable's key as it is found, whatever its case. */
const plainKey = (key: string): string => key.trim().toLowerCase();

/**
 * A variable that was saved before its name was refused stays, without effect, until somebody takes it out.
 * @throws ERR_VALIDATION
 */
function demandSound(settings: CampaignSettings, before: CampaignSettings): void {
  const keys = settings.variables.map(({ key }) => key);
  const known = new Set(before.variables.map(({ key }) => key));
  const shadowedKeys = keys.filter((key) => isBuiltIn(key) && !known.has(key));
  const words = settings.leavingWords;
  const errors = {
    ...(!intervals.includes(settings.messageInterval) && { messageInterval: 'invalid' }),
    ...(!longerIntervals.includes(settings.longerIntervalAfter) && { longerIntervalAfter: 'invalid' }),
    ...(!longerIntervals.includes(settings.greaterInterval) && { greaterInterval: 'invalid' }),
    ...(shadowedKeys.length > 0 && { variables: 'builtIn' }),
    ...(keys.includes('') && { variables: 'required' }),
    // Without one nobody could ask to be left alone.
    ...((words.length === 0 || words.includes('')) && { leavingWords: 'required' }),
  };
  if (Object.keys(errors).length > 0)
    throw new DomainError('ERR_VALIDATION', 'not settings of campaigns', {
      errors,
      ...(shadowedKeys.length > 0 && { details: { variables: shadowedKeys } }),
    });
}

/** Returns them with every key and every word once: the first that was given stays. */
function distinct({ variables, leavingWords, ...rest }: CampaignSettings): CampaignSettings {
  return {
    ...rest,
    variables: distinctBy(variables, ({ key }) => plainKey(key)).map(({ key, value }) => ({
      key: key.trim(),
      value,
    })),
    leavingWords: distinctWords(leavingWords),
  };
}

interface CampaignSettingsState {
  readonly status: 'present';
  readonly settings: CampaignSettings;
}
type CampaignSettingsCommand = Command<'ChangeCampaignSettings', Partial<CampaignSettings>>;

/** How a company's campaigns are sent: one stream a company. */
export const campaignSettingsDecider: Decider<
  CampaignSettingsState,
  CampaignSettingsCommand,
  CampaignSettingsEvent
> = {
  category: 'campaignSettings',
  types: new Set(Object.keys(campaignSettingsEvents)),
  initial: { status: 'present', settings: defaultCampaignSettings },
  decide({ data }, { settings: before }) {
    const settings = distinct({ ...before, ...data });
    demandSound(settings, before);
    return JSON.stringify(settings) === JSON.stringify(before)
      ? []
      : [{ type: 'CampaignSettingsChanged', data: settings }];
  },
  evolve: (_state, { data: settings }) => ({ status: 'present', settings }),
};
