import { z } from 'zod';
import { claimLost } from '../kernel/claim-events.ts';
import type { EventOf } from '../kernel/schema.ts';
import { schedules } from './hours.ts';
import { logoImage, logoRef } from './logos.ts';

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

/** What a company's plan was when it was assigned or last changed. */
export const planSnapshot = z.object({
  name: z.string(),
  flags: z.array(z.enum(planFlags)),
  limits: planLimits,
  /** Reais a month. */
  value: z.number(),
});
export type PlanSnapshot = z.output<typeof planSnapshot>;

export const recurrences = ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const;
export const recurrence = z.enum(recurrences);
export type Recurrence = z.output<typeof recurrence>;

const line = z.string().trim().max(200).default('');
/** Whom invoices name, as the checkout asks for it. */
export const billing = z.object({
  firstName: line,
  lastName: line,
  address: line,
  address2: line,
  city: line,
  state: line,
  zipcode: line,
  country: line,
});
export type Billing = z.output<typeof billing>;

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
  /** `recommendedBy`: the company whose link whoever signed up came by. */
  CompanyCreated: z.object({ ...fields, recommendedBy: z.string().optional() }),
  /** Written until details, plan, due date and switch had events of their own. */
  CompanyUpdated: z.object({ ...fields }),
  CompanySettingChanged: z.object({ key: z.string(), value: z.string() }),
  CompanyDetailsChanged: z.object({
    name: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
    timeZone: z.string().optional(),
    recurrence: recurrence.optional(),
    billing: billing.nullable().optional(),
  }),
  /** Assigned, or the plan itself changed. */
  CompanyPlanChanged: z.object({ planId: z.string(), plan: planSnapshot }),
  CompanyDueDateChanged: z.object({
    dueDate: z.string().nullable(),
    trial: z.boolean(),
    cause: z.enum(['admin', 'signup', 'payment', 'plan']),
    invoiceId: z.string().optional(),
  }),
  CompanySwitchedOn: z.object({}),
  CompanySwitchedOff: z.object({}),
  CompanyHoursChanged: z.object({ schedules }),
  /** Of the installation; null: the product's own image again. */
  CompanyLogoChanged: z.object({ ref: logoRef, image: logoImage.nullable() }),
  /** May be restored before `until`, an instant; then its keys are destroyed. */
  CompanyDeleted: z.object({ until: z.string() }),
  CompanyRestored: z.object({}),
  CompanyKeysDestroyed: z.object({}),
  ClaimLost: claimLost,
} as const;

export type CompanyEvent = EventOf<typeof companyEvents>;
