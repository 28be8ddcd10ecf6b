import { z } from 'zod';
import { type CampaignContent, defaultConfirmationWords } from '../../domain/campaign/campaign.ts';
import { variants } from '../../domain/campaign/events.ts';
import { instantText } from '../http/company-time.ts';
import { nullableId } from '../http/schemas.ts';

const longestText = 65_536;
const numbers = Array.from({ length: variants }, (_, index) => index + 1);

/** Forms send what is empty as null. */
const text = z.preprocess((value) => value ?? '', z.string().max(longestText));
const time = z.preprocess((value) => (value === '' ? null : value), instantText.nullable());
const word = z.string().trim().min(1).max(50);

/** Every field may be left out: of a new campaign it is empty then, of another as it was. */
export const campaignForm = z.object({
  name: z.string().max(1_000).optional(),
  message1: text.optional(),
  message2: text.optional(),
  message3: text.optional(),
  message4: text.optional(),
  message5: text.optional(),
  confirmationMessage1: text.optional(),
  confirmationMessage2: text.optional(),
  confirmationMessage3: text.optional(),
  confirmationMessage4: text.optional(),
  confirmationMessage5: text.optional(),
  confirmation: z.boolean().optional(),
  confirmationWords: z.array(word).max(20).optional(),
  scheduledAt: time.optional(),
  whatsappId: nullableId.optional(),
  contactListId: nullableId.optional(),
  tagListId: nullableId.optional(),
  fileListId: nullableId.optional(),
  queueId: nullableId.optional(),
  quietHours: z.boolean().optional(),
});
export type CampaignForm = z.output<typeof campaignForm>;

export const emptyContent: CampaignContent = {
  name: '',
  messages: numbers.map(() => ''),
  confirmationMessages: numbers.map(() => ''),
  confirmation: false,
  confirmationWords: [...defaultConfirmationWords],
  scheduledAt: null,
  connectionId: null,
  contactListId: null,
  tagListId: null,
  fileListId: null,
  queueId: null,
  quietHours: false,
};

type Prefix = 'message' | 'confirmationMessage';
const textsOf = (form: CampaignForm, prefix: Prefix, before: readonly string[]): string[] =>
  numbers.map((number, index) => form[`${prefix}${number}` as `${Prefix}1`] ?? before[index] ?? '');

/** Returns what a form makes of a campaign. @param toInstant reads a time of the company */
export function contentOf(
  form: CampaignForm,
  before: CampaignContent,
  toInstant: (text: string) => string,
): CampaignContent {
  const { scheduledAt, whatsappId } = form;
  const same = <K extends keyof CampaignContent & keyof CampaignForm>(key: K) =>
    (form[key] === undefined ? before[key] : form[key]) as CampaignContent[K];
  return {
    name: same('name'),
    messages: textsOf(form, 'message', before.messages),
    confirmationMessages: textsOf(form, 'confirmationMessage', before.confirmationMessages),
    confirmation: same('confirmation'),
    confirmationWords: same('confirmationWords'),
    scheduledAt: scheduledAt ? toInstant(scheduledAt) : scheduledAt === null ? null : before.scheduledAt,
    connectionId: whatsappId === undefined ? before.connectionId : whatsappId,
    contactListId: same('contactListId'),
    tagListId: same('tagListId'),
    fileListId: same('fileListId'),
    queueId: same('queueId'),
    quietHours: same('quietHours'),
  };
}
