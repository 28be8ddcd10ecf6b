import { z } from 'zod';
import { offWire } from '../../contract/wire-views.ts';
import {
  type CampaignChange,
  type CampaignContent,
  defaultConfirmationWords,
} from '../../domain/campaign/campaign.ts';
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
const formFields = z.object({
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
export const campaignForm = offWire(formFields);
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
const textsOf = (form: CampaignForm, prefix: Prefix) =>
  numbers.map((number) => form[`${prefix}${number}` as `${Prefix}1`]);

/** Returns what a form changes: fields that it does not name are left out. @param toInstant reads a time of the company */
export function changeOf(form: CampaignForm, toInstant: (text: string) => string): CampaignChange {
  const { scheduledAt, connectionId, name, confirmation, confirmationWords } = form;
  const { contactListId, tagListId, fileListId, queueId, quietHours } = form;
  const plain = { name, confirmation, confirmationWords, contactListId, tagListId, fileListId, queueId };
  const change = {
    ...plain,
    quietHours,
    connectionId,
    scheduledAt: scheduledAt ? toInstant(scheduledAt) : scheduledAt,
    messages: textsOf(form, 'message'),
    confirmationMessages: textsOf(form, 'confirmationMessage'),
  };
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as CampaignChange;
}
