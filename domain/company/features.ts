import type { PlanFlag } from './events.ts';

/** A company's plan, and what it has switched off itself. */
export interface Features {
  readonly flags: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
}

const on = new Set(['true', 'enabled']);

/** Returns whether a company may use a feature: its plan has it, and campaigns are not switched off by `campaignsEnabled`. */
export const hasFeature = ({ flags, settings }: Features, feature: PlanFlag): boolean =>
  flags.includes(feature) && (feature !== 'useCampaigns' || on.has(settings.campaignsEnabled ?? 'true'));
