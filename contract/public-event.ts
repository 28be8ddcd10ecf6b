import type { PublicEvent } from '../domain/public-events/public-event.ts';
import { toWire } from './wire.ts';

/** Returns a public event as other systems are told it: under the spec's names. */
export const publicEventOnWire = <E extends Pick<PublicEvent, 'data'>>(event: E): E => ({
  ...event,
  data: toWire(event.data),
});
