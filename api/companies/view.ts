import type { CompanyView } from '../../contract/company.ts';
import type { OwnPlan } from '../../contract/plan.ts';
import { hasFeature } from '../../domain/company/features.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import { type Stored, visibleSettings } from '../settings/view.ts';

/** Returns what a company has of a plan; null: none. */
export const ownPlanOf = ({ planId, plan }: Pick<CompanyDocument, 'planId' | 'plan'>): OwnPlan | null =>
  plan && planId !== null ? { ...plan, id: planId } : null;

/** Returns a company as its admins see their own and super users all. */
export function companyViewOf(
  company: CompanyDocument,
  ofPlatform: Stored,
  viewer: { readonly super: boolean },
): CompanyView {
  const { id, name, email, phone, planId, active, trial, dueDate, recurrence, timeZone } = company;
  const { schedules, billing, createdAt, updatedAt, deletedUntil, position, settings } = company;
  // What the company has set itself, whatever its plan has.
  const campaignsEnabled = hasFeature({ flags: ['useCampaigns'], settings }, 'useCampaigns');
  return {
    id,
    name,
    email,
    phone,
    planId,
    plan: ownPlanOf(company),
    status: active,
    trial,
    trialExpiration: trial ? dueDate : null,
    campaignsEnabled,
    dueDate,
    recurrence,
    timeZone,
    schedules: [...schedules],
    billing,
    settings: visibleSettings(settings, ofPlatform, viewer),
    recommendedBy: viewer.super ? company.recommendedBy : null,
    createdAt,
    updatedAt,
    deletedUntil,
    position,
  };
}
