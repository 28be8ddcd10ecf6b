import type { RecordedEvent } from '../../domain/kernel/event.ts';

/** A moment of a stream: after a revision, or at an instant (ISO 8601 with an offset). */
export type Moment = { readonly revision: number } | { readonly at: string };

/**
 * The events of a stream that had happened by then: always its beginning up to some event, never a selection, so that
 * the fold of it is a state that once was. At an instant: up to the last event whose time is not later.
 */
export function eventsUntil(events: readonly RecordedEvent[], moment: Moment): readonly RecordedEvent[] {
  if ('revision' in moment) return events.filter(({ revision }) => revision <= moment.revision);
  const at = Date.parse(moment.at);
  return events.slice(0, events.findLastIndex(({ metadata }) => Date.parse(metadata.at) <= at) + 1);
}
