import { z } from 'zod';
import { connectionStatus } from '../domain/connection/events.ts';
import { pace } from '../domain/connection/pace.ts';
import { parkedKinds, parkedReasons } from '../domain/connection/parked-kind.ts';
import { connectionSettings } from '../domain/connection/settings.ts';
import { queueRef } from './refs.ts';

/** Whether a gateway drives a connection now; where none does, when one last did (null: nobody knows). */
export const gatewayView = z.object({ alive: z.boolean(), seenAt: z.string().nullable() });
export type GatewayView = z.output<typeof gatewayView>;

export const connectionView = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string(),
  /** The one that was paired before this one was in its place, and until when; absent: there was none, or it is back. */
  formerNumber: z.object({ number: z.string(), until: z.string() }).optional(),
  /** What the last event said; it is true only while a gateway drives the connection. */
  status: connectionStatus,
  gateway: gatewayView,
  channel: z.string(),
  isDefault: z.boolean(),
  qrcode: z.string(),
  /** To be typed into the phone; '' or absent: the QR code is to be scanned. */
  pairingCode: z.string().optional(),
  retries: z.number(),
  reason: z.string().nullable(),
  queues: z.array(queueRef),
  greetingMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
  /** How fast it writes to new people: its own pace, or its channel's usual one; absent: nobody minds. */
  pace: pace.optional(),
  /** What its channel alone has, the usual where nothing was set; for those who may change it. */
  settings: connectionSettings.optional(),
  updatedAt: z.string(),
  position: z.number(),
});
export type ConnectionView = z.output<typeof connectionView>;

/** Something of a messaging network that could not be taken in. `from`: the sender's best address. */
export const parkedView = z.object({
  id: z.string(),
  connection: z.object({ id: z.string(), name: z.string() }),
  kind: z.enum(parkedKinds),
  from: z.string(),
  name: z.string(),
  body: z.string(),
  reason: z.enum(parkedReasons),
  detail: z.string(),
  at: z.string(),
});
export type ParkedView = z.output<typeof parkedView>;

/** The first of what was set aside. */
export const parkedPage = z.object({ parked: z.array(parkedView), hasMore: z.boolean() });
export type ParkedPage = z.output<typeof parkedPage>;
