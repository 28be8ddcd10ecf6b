import type { Billing, CompanyEvent, PlanSnapshot, Recurrence } from './events.ts';
import type { Schedules } from './hours.ts';
import { type Logos, withLogo } from './logos.ts';

type Fields = Extract<CompanyEvent, { type: 'CompanyUpdated' }>['data'];
type Lost = Readonly<Record<string, number>>;

/** `flags` and `limits` of the fields are the plan's where there is one. */
export interface Company {
  readonly lost: Lost;
  readonly fields: Fields;
  readonly settings: Readonly<Record<string, string>>;
  readonly planId: string | null;
  readonly plan: PlanSnapshot | null;
  readonly recurrence: Recurrence;
  readonly trial: boolean;
  readonly schedules: Schedules;
  readonly logos: Logos;
  readonly billing: Billing | null;
  /** Invoices by which it was renewed. */
  readonly renewedBy: readonly string[];
}

export type CompanyState =
  | { readonly status: 'absent' }
  | { readonly status: 'void'; readonly lost: Lost }
  | (Company & { readonly status: 'active' | 'destroyed' })
  | (Company & { readonly status: 'deleted'; readonly until: string });

export const evolve = (state: CompanyState, event: CompanyEvent): CompanyState => {
  if (event.type === 'ClaimLost') {
    const { claim, claimRevision } = event.data;
    const lost = { ...(state.status === 'absent' ? {} : state.lost), [claim]: claimRevision };
    return state.status === 'absent' ? { status: 'void', lost } : { ...state, lost };
  }
  if (event.type === 'CompanyCreated') {
    if (state.status !== 'absent') return state;
    const { recommendedBy: _, ...fields } = event.data;
    return {
      status: 'active',
      lost: {},
      fields,
      settings: {},
      planId: null,
      plan: null,
      recurrence: 'MENSAL',
      trial: false,
      schedules: [],
      logos: {},
      billing: null,
      renewedBy: [],
    };
  }
  if (state.status === 'absent' || state.status === 'void') return state;
  return applyChange(state, event);
};

function applyChange(
  state: Exclude<CompanyState, { status: 'absent' | 'void' }>,
  event: Exclude<CompanyEvent, { type: 'ClaimLost' | 'CompanyCreated' }>,
): CompanyState {
  const { fields } = state;
  switch (event.type) {
    case 'CompanyUpdated':
      return { ...state, fields: event.data };
    case 'CompanySettingChanged':
      return { ...state, settings: { ...state.settings, [event.data.key]: event.data.value } };
    case 'CompanyDetailsChanged': {
      const { recurrence = state.recurrence, billing = state.billing, ...own } = event.data;
      return { ...state, fields: { ...fields, ...own }, recurrence, billing };
    }
    case 'CompanyPlanChanged': {
      const { planId, plan } = event.data;
      return { ...state, planId, plan, fields: { ...fields, flags: plan.flags, limits: plan.limits } };
    }
    case 'CompanyDueDateChanged': {
      const { dueDate, trial, invoiceId } = event.data;
      const renewedBy = invoiceId === undefined ? state.renewedBy : [...state.renewedBy, invoiceId];
      return { ...state, trial, renewedBy, fields: { ...fields, dueDate } };
    }
    case 'CompanySwitchedOn':
    case 'CompanySwitchedOff':
      return { ...state, fields: { ...fields, active: event.type === 'CompanySwitchedOn' } };
    case 'CompanyHoursChanged':
      return { ...state, schedules: event.data.schedules };
    case 'CompanyLogoChanged':
      return { ...state, logos: withLogo(state.logos, event.data.ref, event.data.image) };
    case 'CompanyDeleted':
      return state.status === 'active' ? { ...state, status: 'deleted', until: event.data.until } : state;
    case 'CompanyRestored': {
      if (state.status !== 'deleted') return state;
      const { until: _, ...rest } = state;
      return { ...rest, status: 'active' };
    }
    case 'CompanyKeysDestroyed':
      return { ...state, status: 'destroyed' };
    default:
      event satisfies never;
      return state;
  }
}
