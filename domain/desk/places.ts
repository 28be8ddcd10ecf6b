import type { CompanyState } from '../company/company.ts';
import type { CompanyEvent } from '../company/events.ts';
import { demandPlace, type LimitedKind } from '../company/plan.ts';
import type { EventStreams } from '../kernel/event-streams.ts';
import type { Lock } from '../kernel/pipeline.ts';
import { companyStream } from '../streams.ts';
import type { CommandRuntime } from './runtime.ts';

/**
 * Returns how a creation asks for a place that the plan limits. Creations of one kind take one lock of the company, so that
 * of two for the last place one is refused. Those counted are looked up in their own events: the ones that the read models
 * name, and all who ever took the lock, for read models may be behind.
 */
export const createPlaces = (
  runtime: CommandRuntime,
  companies: Pick<EventStreams<CompanyState, CompanyEvent>, 'refresh'>,
) => {
  const { streams } = runtime.claims;
  const limitsOf = async (companyId: string) => {
    const { state } = await companies.refresh(companyStream(companyId));
    return state.status === 'active' ? state.fields.limits : undefined;
  };

  /** `exists`: whether it is there now, by its own events. Returns the lock of one more, or undefined where the plan has no limit. */
  return async (
    companyId: string,
    what: LimitedKind,
    exists: (id: string) => Promise<boolean>,
  ): Promise<Lock | undefined> => {
    if ((await limitsOf(companyId))?.[what] === undefined) return undefined;
    const claim = runtime.claimOf(companyId, 'place', what);
    return {
      claim,
      check: async () => {
        const known = new Set(await runtime.existing(companyId, what));
        await streams.foldAll(claim, known, (ids, { data }) => ids.add(data.owner));
        const found = await Promise.all([...known].map(exists));
        demandPlace(await limitsOf(companyId), what, found.filter(Boolean).length);
      },
    };
  };
};

export type Places = ReturnType<typeof createPlaces>;
