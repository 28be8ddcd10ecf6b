import { inScope } from '../../domain/access/policy.ts';
import type { QueueScope } from '../../domain/kernel/decider.ts';
import type { Audience } from '../../projections/ports/read-store.ts';

export type Sight = 'sees' | 'lost' | 'never';

const within = (scope: QueueScope, audience: Audience | null | undefined): boolean =>
  audience === undefined ? true : audience !== null && inScope(scope, audience);

/** After the change: who sees it gets the document; who only saw it before gets `delete`; nobody else anything. */
export function sightOf(
  scope: QueueScope,
  before: Audience | null | undefined,
  after: Audience | null | undefined,
): Sight {
  if (within(scope, after)) return 'sees';
  // Unknown audience before: nothing was seen unless it says so.
  return before !== undefined && within(scope, before) ? 'lost' : 'never';
}
