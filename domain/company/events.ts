import { z } from 'zod';
import type { EventOf } from '../kernel/schema.ts';

export const planFlags = [
  'useCampaigns',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
] as const;
/** Of a company that names no other. */
export const defaultTimeZone = 'America/Sao_Paulo';
export type PlanFlag = (typeof planFlags)[number];

const place = z.number().int().min(0).optional();
/** How many the plan has; absent: without limit. */
const planLimits = z.object({ users: place, connections: place, queues: place });
export type PlanLimits = z.output<typeof planLimits>;

const fields = {
  name: z.string(),
  email: z.string().default(''),
  phone: z.string().default(''),
  active: z.boolean().default(true),
  /** yyyy-MM-dd; null = no end. */
  dueDate: z.string().nullable().default(null),
  timeZone: z.string().default(defaultTimeZone),
  flags: z.array(z.enum(planFlags)).default([...planFlags]),
  limits: planLimits.optional(),
};

export const companyEvents = {
  CompanyCreated: z.object({ ...fields }),
  CompanyUpdated: z.object({ ...fields }),
  CompanySettingChanged: z.object({ key: z.string(), value: z.string() }),
} as const;

export type CompanyEvent = EventOf<typeof companyEvents>;
