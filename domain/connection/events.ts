import { z } from 'zod';
import { claimLost } from '../kernel/claim-events.ts';
import type { EventOf } from '../kernel/schema.ts';
import { pace } from './pace.ts';
import { connectionSettings } from './settings.ts';

export const connectionStatus = z.enum([
  'CONNECTED',
  'qrcode',
  'PAIRING',
  'DISCONNECTED',
  'TIMEOUT',
  'OPENING',
]);
export type ConnectionStatus = z.output<typeof connectionStatus>;
/** Of a channel that a newer build knows it is read like any other: nothing of the connection is lost on who does not. */
export const channelKind = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);
export type ChannelKind = z.output<typeof channelKind>;

const fields = {
  name: z.string(),
  channel: channelKind,
  isDefault: z.boolean().default(false),
  queueIds: z.array(z.string()).default([]),
  greetingMessage: z.string().default(''),
  complationMessage: z.string().default(''),
  outOfHoursMessage: z.string().default(''),
  ratingMessage: z.string().default(''),
  /** Absent: the usual one of its channel. */
  pace: pace.optional(),
  /** What its channel alone has; absent: as usual there. */
  settings: connectionSettings.optional(),
};

export const connectionEvents = {
  ConnectionCreated: z.object({ connectionId: z.string(), ...fields }),
  ConnectionUpdated: z.object({ connectionId: z.string(), ...fields }),
  ConnectionDeleted: z.object({ connectionId: z.string() }),
  /** What an admin asks of the gateway: start, stop (log out) or pair anew. */
  ConnectionSessionRequested: z.object({
    connectionId: z.string(),
    wanted: z.enum(['start', 'stop', 'newQr', 'restart']),
  }),
  /** What the gateway found. The QR code itself is a secret: it stays in the state store, `qrAttempt` tells it apart. */
  ConnectionStatusChanged: z.object({
    connectionId: z.string(),
    status: connectionStatus,
    number: z.string().optional(),
    qrAttempt: z.number().int().optional(),
    retries: z.number().int().default(0),
    reason: z.string().optional(),
  }),
  /** Another connection became the company's default. */
  ClaimLost: claimLost,
} as const;

export type ConnectionEvent = EventOf<typeof connectionEvents>;
