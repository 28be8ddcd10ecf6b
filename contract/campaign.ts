import { z } from 'zod';

const text = z.string();
const reference = z.string().nullable();
const named = z.object({ id: z.string(), name: z.string() }).nullable();

/** A campaign, under the specification's names. */
export const campaignView = z.object({
  id: z.string(),
  companyId: z.string(),
  name: z.string(),
  status: z.enum(['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA']),
  message1: text,
  message2: text,
  message3: text,
  message4: text,
  message5: text,
  confirmationMessage1: text,
  confirmationMessage2: text,
  confirmationMessage3: text,
  confirmationMessage4: text,
  confirmationMessage5: text,
  confirmation: z.boolean(),
  confirmationWords: z.array(z.string()),
  /** `YYYY-MM-DD HH:mm:ss` of the company's time. */
  scheduledAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  whatsappId: reference,
  whatsapp: named,
  contactListId: reference,
  contactList: named,
  tagListId: reference,
  tagList: named,
  fileListId: reference,
  fileList: named,
  queueId: reference,
  quietHours: z.boolean(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** Whether it may be changed now. */
  editable: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  position: z.number(),
});
export type CampaignView = z.output<typeof campaignView>;

/** One setting: its value as JSON. */
export const campaignSetting = z.object({ key: z.string(), value: z.string() });
