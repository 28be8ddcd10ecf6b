/** A tenant, to which all else belongs: its plan and how long that lasts, its settings, hours and integrations, its end. */

import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { z } from 'zod';
import type { Command } from '../command.ts';
import { DomainError } from '../errors.ts';
import type { Decider } from '../kernel/decider.ts';
import { VoidStream } from '../kernel/decider.ts';
import { isSame } from '../same.ts';
import { seen } from '../text/seen.ts';
import { validate } from '../validation.ts';
import { nextDueDate } from './due-date.ts';
import type { CompanyEvent, PlanSnapshot } from './events.ts';
import { billing, companyEvents, defaultTimeZone, recurrence } from './events.ts';
import { givenSchedules } from './hours.ts';
import { keysSentTo } from './integrations.ts';
import type { LogoImage, LogoRef } from './logos.ts';
import { platformCompanyId } from './platform.ts';
import { checkSetting, isSettingKey, settingValue } from './settings.ts';
import type { Company, CompanyState } from './state.ts';
import { evolve } from './state.ts';

export type { CompanyState } from './state.ts';

/** How long a deleted company can be restored. */
const tombstoneDays = 30;

const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

const details = {
  name: z.string().trim().min(2).max(100).check(seen),
  email: z.union([z.literal(''), z.email()]),
  phone: z.string().trim().max(30),
  timeZone: z.string().refine(isTimeZone),
  recurrence,
  billing: billing.nullable(),
};
const dueDate = z.iso.date().nullable();

/** What an update may name; what it does not name stays as it is. */
const change = z
  .object({
    ...details,
    dueDate,
    trial: z.boolean(),
    active: z.boolean(),
    campaignsEnabled: z.boolean(),
    schedules: givenSchedules,
  })
  .partial()
  .strict();

type Assigned = { readonly planId: string; readonly plan: PlanSnapshot };
type CompanyChange = z.input<typeof change> & { readonly assigned?: Assigned | undefined };

const creation = change
  .required({ name: true })
  .extend({
    flags: companyEvents.CompanyCreated.shape.flags,
    limits: companyEvents.CompanyCreated.shape.limits,
    recommendedBy: z.string().max(100).optional(),
  })
  .strict();

export type CompanyCommand =
  | Command<
      'CreateCompany',
      z.input<typeof creation> & {
        readonly assigned?: Assigned | undefined;
        readonly cause?: 'admin' | 'signup';
      }
    >
  | Command<'UpdateCompany', CompanyChange>
  /** The plan itself changed: of a company that has another by now nothing does. */
  | Command<'RefreshCompanyPlan', Assigned>
  /** `from`: the due date that stood on the screen; of another nothing changes. */
  | Command<'AddDueDate', { readonly from?: string | null | undefined }>
  | Command<'RenewCompany', { readonly invoiceId: string; readonly dueDate: string }>
  | Command<'ChangeCompanySetting', { readonly key: string; readonly value: string }>
  | Command<'ChangeCompanyLogo', { readonly ref: LogoRef; readonly image: LogoImage | null }>
  /** `keptDays`: how long it can be restored; 30 where nothing is said. */
  | Command<'DeleteCompany', { readonly keptDays?: number }>
  | Command<'RestoreCompany' | 'DestroyCompanyKeys', object>;

/** Whether two plans are the same, whatever the order in which their fields stand: one was read from the log, the other just made. */
const samePlan = (a: PlanSnapshot | null, b: PlanSnapshot): boolean => {
  const facts = ({ name, value, flags, limits: { users, connections, queues } }: PlanSnapshot) => [
    ...[name, value, users, connections, queues],
    ...[...flags].sort(),
  ];
  return a !== null && isSame(facts(a), facts(b));
};

const isFree = ({ value }: PlanSnapshot): boolean => value === 0;

const requireActive = (state: CompanyState): Company => {
  if (state.status !== 'active') throw new DomainError('ERR_NOT_FOUND', 'no such company');
  return state;
};

/** Returns an event for each thing that the change makes different. */
function changes(
  state: Company,
  data: CompanyChange,
  cause: 'admin' | 'signup' | 'plan' = 'admin',
): readonly CompanyEvent[] {
  const { assigned, ...rest } = data;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const { dueDate, trial, active, campaignsEnabled, schedules, ...own } = validate(change, given);
  const before: Readonly<Record<string, unknown>> = {
    ...state.fields,
    recurrence: state.recurrence,
    billing: state.billing,
  };
  const changed = Object.entries(own).filter(([key, value]) => !isSame(before[key], value));
  const events: CompanyEvent[] = [];
  if (changed.length > 0) events.push({ type: 'CompanyDetailsChanged', data: Object.fromEntries(changed) });
  if (assigned && !(state.planId === assigned.planId && samePlan(state.plan, assigned.plan)))
    events.push({ type: 'CompanyPlanChanged', data: assigned });
  const due = {
    dueDate: dueDate === undefined ? state.fields.dueDate : dueDate,
    trial: trial ?? state.trial,
  };
  if (!isSame(due, { dueDate: state.fields.dueDate, trial: state.trial }))
    events.push({ type: 'CompanyDueDateChanged', data: { ...due, cause } });
  if (active !== undefined && active !== state.fields.active)
    events.push({ type: active ? 'CompanySwitchedOn' : 'CompanySwitchedOff', data: {} });
  if (schedules && !isSame(schedules, state.schedules))
    events.push({ type: 'CompanyHoursChanged', data: { schedules } });
  if (campaignsEnabled !== undefined)
    events.push(...settingChange(state, 'campaignsEnabled', String(campaignsEnabled)));
  return events;
}

function settingChange(state: Company, key: string, value: string): readonly CompanyEvent[] {
  checkSetting(key, value);
  const now = isSettingKey(key) ? settingValue(state.settings, key) : undefined;
  if (now === value) return [];
  const changed = (of: string, to: string) =>
    ({ type: 'CompanySettingChanged', data: { key: of, value: to } }) as const;
  // Whoever may change an address, but does not know its keys, would be told them.
  const left = now === undefined || now === '' ? [] : keysSentTo(key).filter((one) => state.settings[one]);
  return [changed(key, value), ...left.map((one) => changed(one, ''))];
}

function create(state: CompanyState, data: Extract<CompanyCommand, { type: 'CreateCompany' }>['data']) {
  if (state.status === 'void') throw new VoidStream();
  if (state.status !== 'absent') return [];
  const { assigned, cause, ...values } = data;
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const { recurrence, billing, trial, campaignsEnabled, schedules, ...fields } = validate(creation, given);
  const created: CompanyEvent = {
    type: 'CompanyCreated',
    data: {
      email: '',
      phone: '',
      active: true,
      dueDate: null,
      timeZone: defaultTimeZone,
      ...fields,
      ...(assigned && { flags: assigned.plan.flags, limits: assigned.plan.limits }),
    },
  };
  const begun = evolve(state, created) as Company;
  const more = { recurrence, billing, trial, campaignsEnabled, schedules, assigned };
  return [created, ...changes(begun, more, cause)];
}

/** Its own people would be locked out, and nobody could let them in again. */
function demandOther(companyId: string): void {
  if (companyId === platformCompanyId)
    throw new DomainError('ERR_PLATFORM_COMPANY', 'the company of the platform itself has to stay');
}

/** Returns the due date's next step, from today where there was no end. */
function addDueDate({ fields, recurrence }: Company, at: string): readonly CompanyEvent[] {
  const today = new TZDate(at, fields.timeZone).toISOString().slice(0, 10);
  const dueDate = nextDueDate(fields.dueDate ?? today, recurrence);
  return [{ type: 'CompanyDueDateChanged', data: { dueDate, trial: false, cause: 'admin' } }];
}

/**
 * Returns the events of a change. A plan that costs nothing any more does not end, unless another day is given with it:
 * nobody could pay for it.
 */
function update(state: Company, data: CompanyChange): readonly CompanyEvent[] {
  const { plan, fields } = state;
  const isFreed = data.assigned !== undefined && isFree(data.assigned.plan) && plan !== null && !isFree(plan);
  const keepsDay = data.dueDate === undefined || data.dueDate === fields.dueDate;
  return isFreed && keepsDay && fields.dueDate !== null
    ? changes(state, { ...data, dueDate: null, trial: false }, 'plan')
    : changes(state, data);
}

/** Returns the events of a renewal. Paid while it stood deleted, it is renewed all the same: whoever restores it finds what was paid. */
function renew(state: CompanyState, { invoiceId, dueDate }: { invoiceId: string; dueDate: string }) {
  if (state.status === 'absent' || state.status === 'void')
    throw new DomainError('ERR_NOT_FOUND', 'no such company');
  if (state.renewedBy.includes(invoiceId)) return [];
  const before = state.fields.dueDate;
  const later = before === null || before > dueDate ? before : dueDate;
  const data = { dueDate: later, trial: false, cause: 'payment' as const, invoiceId };
  return [{ type: 'CompanyDueDateChanged' as const, data }];
}

const decide = (command: CompanyCommand, state: CompanyState): readonly CompanyEvent[] => {
  const { type, data, metadata } = command;
  switch (type) {
    case 'CreateCompany':
      return create(state, data);
    case 'UpdateCompany':
      if (data.active === false || typeof data.dueDate === 'string') demandOther(metadata.companyId);
      return update(requireActive(state), data);
    case 'RefreshCompanyPlan':
      // Deleted it has the plan all the same: nobody tells it once it is restored.
      return (state.status === 'active' || state.status === 'deleted') && state.planId === data.planId
        ? update(state, { assigned: data })
        : [];
    case 'AddDueDate': {
      demandOther(metadata.companyId);
      const there = requireActive(state);
      return data.from !== undefined && data.from !== there.fields.dueDate
        ? []
        : addDueDate(there, metadata.at);
    }
    case 'RenewCompany':
      return renew(state, data);
    case 'ChangeCompanySetting':
      return settingChange(requireActive(state), data.key, data.value);
    case 'ChangeCompanyLogo':
      return requireActive(state).logos[data.ref]?.mediaId === data.image?.mediaId
        ? []
        : [{ type: 'CompanyLogoChanged', data: { ref: data.ref, image: data.image } }];
    case 'DeleteCompany': {
      demandOther(metadata.companyId);
      if (state.status === 'deleted') return [];
      requireActive(state);
      const until = addDays(new Date(metadata.at), data.keptDays ?? tombstoneDays).toISOString();
      return [{ type: 'CompanyDeleted', data: { until } }];
    }
    case 'RestoreCompany':
      if (state.status === 'deleted') return [{ type: 'CompanyRestored', data: {} }];
      requireActive(state);
      return [];
    case 'DestroyCompanyKeys':
      return state.status === 'deleted' && metadata.at >= state.until
        ? [{ type: 'CompanyKeysDestroyed', data: {} }]
        : [];
    default:
      return type satisfies never;
  }
};

export const companyDecider: Decider<CompanyState, CompanyCommand, CompanyEvent> = {
  category: 'company',
  types: new Set(Object.keys(companyEvents)),
  initial: { status: 'absent' },
  decide,
  evolve,
};
