import { z } from 'zod';
import { DomainError } from '../errors.ts';

const onOrOff = z.enum(['enabled', 'disabled']);
const text = (max: number) => z.string().max(max);
const days = (max: number) => z.string().regex(new RegExp(`^[1-${max}]$`));
/** Hours, 0 switches it off. */
const hours = z.string().regex(/^\d{1,4}$/);

interface Setting {
  readonly value: z.ZodType<string>;
  readonly default: string;
  /** Of the whole platform: only super users change it. */
  readonly super?: true;
  /** Of one company, and the platform's to say: only super users change it. */
  readonly granted?: true;
  /** Readable without a session. */
  readonly public?: true;
  /** Never shown back. */
  readonly secret?: true;
}

/** Greeting that is sent when an agent accepts a ticket; `{{…}}` are the message variables. */
const defaultGreeting = 'Olá {{firstName}}, meu nome é {{agent}} e vou prosseguir com seu atendimento.';

/** Text that is sent when a ticket moves to another queue; `{{queue}}` is its name. */
const defaultTransferText =
  'Você foi transferido para {{queue}}. Aguarde um momento, já vamos continuar seu atendimento.';

/** Told to who calls a number that takes no calls. */
const defaultCallText =
  'Este número não recebe chamadas de voz ou de vídeo. Por favor, escreva sua mensagem. Obrigado!';

/** Asks a contact what they think of how they were served, where the connection has no text of its own. */
export const defaultRatingMessage = 'Como foi o seu atendimento com {{agent}}? Responda com um número:';
/** Stands below the question: the answers there are. */
export const ratingScale = '*1* – Insatisfeito\n*2* – Satisfeito\n*3* – Muito satisfeito';

/** What was typed lies in the vault, under the id that stands here; '': it is not set. */
const integrationKey = { value: z.union([z.literal(''), z.uuid()]), default: '', secret: true } as const;

/** Every setting there is: the spec's keys, and those that product.md adds. Values are strings, as the spec's calls carry them. */
export const settings = {
  userRating: { value: onOrOff, default: 'disabled' },
  scheduleType: { value: z.enum(['disabled', 'queue', 'company']), default: 'disabled' },
  /** Disabled: calls are refused, and who called is told so. */
  call: { value: onOrOff, default: 'enabled' },
  callTemplate: { value: text(2000), default: defaultCallText },
  /** Enabled: what is written in groups is left out. */
  CheckMsgIsGroup: { value: onOrOff, default: 'enabled' },
  /** Contacts are told that an agent read what they wrote, and that one types; the number is shown as online. */
  readReceipts: { value: onOrOff, default: 'enabled' },
  typingToContacts: { value: onOrOff, default: 'enabled' },
  onlineStatus: { value: onOrOff, default: 'disabled' },
  sendGreetingAccepted: { value: onOrOff, default: 'disabled' },
  sendMsgTransfTicket: { value: onOrOff, default: 'disabled' },
  sendGreetingMessageOneQueues: { value: onOrOff, default: 'disabled' },
  chatBotType: { value: z.enum(['text']), default: 'text' },
  campaignsEnabled: {
    value: z.enum(['true', 'false', 'enabled', 'disabled']),
    default: 'true',
    granted: true,
  },
  greetingAcceptedTemplate: { value: text(2000), default: defaultGreeting },
  transferTemplate: { value: text(2000), default: defaultTransferText },
  reopenWindowHours: { value: hours, default: '24' },
  reopenMode: { value: z.enum(['new', 'reopen']), default: 'new' },
  autoCloseHours: { value: hours, default: '24' },
  /** Who has not been in touch for so many months is erased; 0: nobody is. Fewer than three would be a slip of the hand. */
  retentionMonths: { value: z.string().regex(/^(0|[3-9]|[1-9]\d{1,2})$/), default: '0' },
  /** Who signs in with a second step. */
  requireTotp: { value: z.enum(['disabled', 'admins', 'all']), default: 'disabled' },
  allowregister: { value: onOrOff, default: 'disabled', super: true, public: true },
  viewregister: { value: onOrOff, default: 'disabled', super: true, public: true },
  trial: { value: days(7), default: '3', super: true, public: true },
  /** Keys of other people's systems (`integrations.ts`). */
  ipixc: integrationKey,
  tokenixc: integrationKey,
  ipmkauth: integrationKey,
  clientidmkauth: integrationKey,
  clientsecretmkauth: integrationKey,
  asaas: integrationKey,
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof settings;
export const settingKeys = Object.keys(settings) as SettingKey[];

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settings, key);

export const settingOf = (key: SettingKey): Setting => settings[key];

/** Returns a company's own value, else the default. */
export const settingValue = (stored: Readonly<Record<string, string>>, key: SettingKey): string =>
  Object.hasOwn(stored, key) ? stored[key]! : settings[key].default;

/** @throws ERR_NO_SETTING_FOUND, ERR_VALIDATION on `value` (also for a secret itself: of these an event has only where they lie) */
export const checkSetting = (key: string, value: string): void => {
  if (!isSettingKey(key)) throw new DomainError('ERR_NO_SETTING_FOUND', `no setting ${key}`);
  if (!settingOf(key).value.safeParse(value).success)
    throw new DomainError('ERR_VALIDATION', `invalid value of ${key}`, { errors: { value: 'invalid' } });
};
