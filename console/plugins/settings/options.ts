import { isSettingKey, type SettingKey, settingOf } from '../../../domain/company/settings.ts';

export type OptionKey = SettingKey | 'timeZone';

export interface Option {
  readonly key: OptionKey;
  /** What can be chosen; a text has none. */
  readonly choices?: readonly string[];
}
const onOff = (key: SettingKey): Option => ({ key, choices: ['enabled', 'disabled'] });

/** Brazil's first: hardly anybody looks for another. */
const brazil = [
  ...['Sao_Paulo', 'Bahia', 'Fortaleza', 'Recife', 'Belem', 'Araguaina', 'Maceio', 'Santarem', 'Noronha'],
  ...['Campo_Grande', 'Cuiaba', 'Manaus', 'Boa_Vista', 'Porto_Velho', 'Rio_Branco', 'Eirunepe'],
].map((city) => `America/${city}`);
const zones = [...brazil, ...Intl.supportedValuesOf('timeZone').filter((zone) => !brazil.includes(zone))];

/** Every option of the page, in the order that it shows them. */
export const groups: readonly { readonly id: string; readonly options: readonly Option[] }[] = [
  {
    id: 'talk',
    options: [
      onOff('userRating'),
      { key: 'scheduleType', choices: ['disabled', 'queue', 'company'] },
      onOff('CheckMsgIsGroup'),
      onOff('call'),
      { key: 'callTemplate' },
      onOff('sendGreetingAccepted'),
      { key: 'greetingAcceptedTemplate' },
      onOff('sendMsgTransfTicket'),
      { key: 'transferTemplate' },
      onOff('sendGreetingMessageOneQueues'),
      { key: 'chatBotType', choices: ['text'] },
    ],
  },
  { id: 'phone', options: [onOff('readReceipts'), onOff('typingToContacts'), onOff('onlineStatus')] },
  {
    id: 'time',
    options: [
      { key: 'timeZone', choices: zones },
      { key: 'autoCloseHours', choices: ['0', '1', '2', '4', '8', '12', '24', '48', '72', '168'] },
      { key: 'reopenMode', choices: ['new', 'reopen'] },
      { key: 'reopenWindowHours', choices: ['0', '1', '2', '4', '8', '12', '24', '48', '72', '168'] },
      { key: 'retentionMonths', choices: ['0', '3', '6', '12', '24', '36', '60'] },
    ],
  },
  {
    id: 'company',
    options: [{ key: 'requireTotp', choices: ['disabled', 'admins', 'all'] }],
  },
  {
    id: 'platform',
    options: [
      onOff('allowregister'),
      onOff('viewregister'),
      { key: 'trial', choices: ['1', '2', '3', '4', '5', '6', '7'] },
    ],
  },
];

/** Returns whether all companies have it as it is set. */
export const isOfPlatform = (key: OptionKey): boolean => key !== 'timeZone' && settingOf(key).super === true;

/** Returns what can be chosen, with what is set where the list lacks it (the API takes any number of hours). */
export const choicesOf = (choices: readonly string[], value: string): readonly string[] =>
  choices.includes(value) || value === ''
    ? choices
    : [...choices, value].sort((a, b) => Number(a) - Number(b) || 0);

/** Returns whether the choice would erase contacts that are kept as it is. */
export const erasesMore = (key: OptionKey, from: string, to: string): boolean =>
  key === 'retentionMonths' && to !== '0' && (from === '0' || Number(to) < Number(from));

/** Returns whether it is as every company begins. */
export const isDefault = ({ key, value }: { readonly key: string; readonly value: string }): boolean =>
  isSettingKey(key) && settingOf(key).default === value;
