/** One account of a company on a messaging network: what admins set of it, and what the gateway last found. */

import { z } from 'zod';
import type { Command } from '../command.ts';
import { DomainError } from '../errors.ts';
import type { Decider } from '../kernel/decider.ts';
import { VoidStream } from '../kernel/decider.ts';
import { areFieldsSame } from '../same.ts';
import { seen } from '../text/seen.ts';
import { validateChange } from '../validation.ts';
import type { ConnectionEvent, ConnectionStatus } from './events.ts';
import { connectionEvents } from './events.ts';

type Lost = Readonly<Record<string, number>>;
type Fields = Omit<Extract<ConnectionEvent, { type: 'ConnectionCreated' }>['data'], 'connectionId'>;
type Report = Omit<Extract<ConnectionEvent, { type: 'ConnectionStatusChanged' }>['data'], 'connectionId'>;

/** What the gateway found last stands in `report`: its status is the state machine of the spec (section 4). */
export type ConnectionState =
  | { readonly status: 'absent' }
  | { readonly status: 'void' | 'deleted'; readonly lost: Lost }
  | {
      readonly status: 'active';
      readonly lost: Lost;
      readonly fields: Fields;
      readonly report: Report;
      readonly wanted: 'start' | 'stop' | 'newQr' | 'restart' | null;
    };

export type ConnectionCommand =
  | Command<'CreateConnection', z.input<typeof connectionEvents.ConnectionCreated>>
  /** Absent fields, and settings that are not named, keep their value. */
  | Command<
      'UpdateConnection',
      { readonly connectionId: string } & Partial<z.input<typeof connectionEvents.ConnectionUpdated>>
    >
  | Command<'BecomeDefault', { readonly connectionId: string }>
  | Command<'GiveUpDefault', { readonly connectionId: string }>
  | Command<'DeleteConnection', { readonly connectionId: string }>
  | Command<'RequestSession', z.output<typeof connectionEvents.ConnectionSessionRequested>>
  | Command<
      'ReportStatus',
      {
        readonly connectionId: string;
        readonly status: ConnectionStatus;
        readonly number?: string;
        readonly qrAttempt?: number;
        readonly retries?: number;
        readonly reason?: string;
      }
    >;

const text = z.string().max(4000).default('');
const rules = connectionEvents.ConnectionCreated.extend({
  name: z.string().trim().min(2).max(50).check(seen),
  greetingMessage: text,
  complationMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
}).strict();

const check = (values: object, before: object = {}) => {
  const { connectionId, ...fields } = validateChange(rules, before, values);
  if (fields.queueIds.length > 1 && fields.greetingMessage.trim() === '')
    throw new DomainError('ERR_WAPP_GREETING_REQUIRED', 'several queues need a greeting', {
      errors: { greetingMessage: 'ERR_WAPP_GREETING_REQUIRED' },
    });
  return { connectionId, fields };
};

/** Returns the refusal where there is no other default, and there always is one: it hands over to another, and never just stops. */
const noOther = () =>
  new DomainError('ERR_NO_OTHER_WHATSAPP', 'make another connection the default', {
    errors: { isDefault: 'ERR_NO_OTHER_WHATSAPP' },
  });

const requireActive = (state: ConnectionState) => {
  if (state.status !== 'active') throw new DomainError('ERR_NO_WAPP_FOUND');
  return state;
};

const decide = ({ type, data }: ConnectionCommand, state: ConnectionState): readonly ConnectionEvent[] => {
  switch (type) {
    case 'CreateConnection': {
      if (state.status === 'void') throw new VoidStream();
      if (state.status !== 'absent') return [];
      const { connectionId, fields } = check(data);
      return [{ type: 'ConnectionCreated', data: { connectionId, ...fields } }];
    }
    case 'UpdateConnection': {
      const { fields: before } = requireActive(state);
      const given = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
      const settings = data.settings && { settings: { ...before.settings, ...data.settings } };
      const { connectionId, fields } = check({ ...before, ...given, ...settings }, before);
      if (before.isDefault && !fields.isDefault) throw noOther();
      if (areFieldsSame(fields, before)) return [];
      return [{ type: 'ConnectionUpdated', data: { connectionId, ...fields } }];
    }
    case 'BecomeDefault': {
      const { fields } = requireActive(state);
      if (fields.isDefault) return [];
      return [{ type: 'ConnectionUpdated', data: { ...data, ...fields, isDefault: true } }];
    }
    case 'GiveUpDefault': {
      if (state.status !== 'active' || !state.fields.isDefault) return [];
      const { connectionId } = data;
      return [{ type: 'ConnectionUpdated', data: { connectionId, ...state.fields, isDefault: false } }];
    }
    case 'DeleteConnection':
      if (state.status === 'deleted') return [];
      if (requireActive(state).fields.isDefault) throw noOther();
      return [{ type: 'ConnectionDeleted', data: { connectionId: data.connectionId } }];
    case 'RequestSession': {
      const { wanted, report } = requireActive(state);
      const running = report.status === 'CONNECTED' || report.status === 'OPENING';
      if (data.wanted === 'start' && wanted !== 'stop' && wanted !== null && running) return [];
      if (data.wanted === 'stop' && wanted === 'stop') return [];
      return [{ type: 'ConnectionSessionRequested', data }];
    }
    case 'ReportStatus': {
      const { report } = requireActive(state);
      const { connectionId, ...found } = data;
      const next = { ...found, retries: found.retries ?? 0 };
      return areFieldsSame(next, report)
        ? []
        : [{ type: 'ConnectionStatusChanged', data: { connectionId, ...next } }];
    }
    default:
      return type satisfies never;
  }
};

const evolve = (state: ConnectionState, event: ConnectionEvent): ConnectionState => {
  if (event.type === 'ClaimLost') {
    const lost = {
      ...(state.status === 'absent' ? {} : state.lost),
      [event.data.claim]: event.data.claimRevision,
    };
    return state.status === 'absent' ? { status: 'void', lost } : { ...state, lost };
  }
  if (event.type === 'ConnectionCreated') {
    if (state.status !== 'absent') return state;
    const { connectionId: _, ...fields } = event.data;
    const report: Report = { status: 'DISCONNECTED', retries: 0 };
    return { status: 'active', lost: {}, fields, report, wanted: null };
  }
  if (state.status !== 'active') return state;
  switch (event.type) {
    case 'ConnectionUpdated': {
      const { connectionId: _, ...fields } = event.data;
      return { ...state, fields };
    }
    case 'ConnectionDeleted':
      return { status: 'deleted', lost: state.lost };
    case 'ConnectionSessionRequested':
      return { ...state, wanted: event.data.wanted };
    case 'ConnectionStatusChanged': {
      const { connectionId: _, ...report } = event.data;
      return { ...state, report };
    }
    default:
      event satisfies never;
      return state;
  }
};

export const connectionDecider: Decider<ConnectionState, ConnectionCommand, ConnectionEvent> = {
  category: 'connection',
  types: new Set(Object.keys(connectionEvents)),
  initial: { status: 'absent' },
  decide,
  evolve,
};
