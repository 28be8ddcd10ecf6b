import { channels } from '../../contract/channels.ts';
import type { ConnectionEvent } from '../../domain/connection/events.ts';
import { begin, projection } from '../definition.ts';
import type { ConnectionDocument } from './document.ts';

const id = (event: { data: { connectionId: string } }) => event.data.connectionId;

type Fields = Extract<ConnectionEvent, { type: 'ConnectionUpdated' }>['data'];
const fields = (data: Fields) => ({
  name: data.name,
  channel: data.channel,
  isDefault: data.isDefault,
  queueIds: data.queueIds,
  greetingMessage: data.greetingMessage,
  complationMessage: data.complationMessage,
  outOfHoursMessage: data.outOfHoursMessage,
  ratingMessage: data.ratingMessage,
  ...(data.pace && { pace: data.pace }),
  ...(data.settings && { settings: data.settings }),
});

/** Returns a connection with the number that was found, if one was, and with the former one until that is back. */
function withNumber(doc: ConnectionDocument, number: string, at: string): ConnectionDocument {
  if (number === '' || number === doc.number) return doc;
  const { formerNumber, ...rest } = doc;
  const isBack = doc.number === '' || formerNumber?.number === number;
  return { ...rest, number, ...(!isBack && { formerNumber: { number: doc.number, until: at } }) };
}

/** Connections as admins set them and as the gateway last found them. */
export const connections = projection<ConnectionDocument, ConnectionEvent>('connections', {
  indexes: [['name'], ['channel'], ['isDefault'], ['status']],
  marked: true,
  notices: [
    { channel: channels.whatsapp, action: () => 'update' },
    {
      channel: channels.whatsappSession,
      action: () => 'update',
      on: ['ConnectionStatusChanged', 'ConnectionSessionRequested'],
    },
  ],
  on: {
    ConnectionCreated: {
      id,
      creates: true,
      apply: (_doc, event) => ({
        ...begin(event, event.data.connectionId),
        ...fields(event.data),
        status: 'DISCONNECTED',
        number: '',
        retries: 0,
        reason: null,
        qrAttempt: 0,
        wanted: 'start',
        wantedAt: event.metadata.at,
        createdAt: event.metadata.at,
        updatedAt: event.metadata.at,
      }),
    },
    ConnectionUpdated: {
      id,
      apply: (doc, event) => {
        if (!doc) return undefined;
        const { pace: _, settings: __, ...rest } = doc;
        return { ...rest, ...fields(event.data), updatedAt: event.metadata.at };
      },
    },
    ConnectionSessionRequested: {
      id,
      apply: (doc, event) =>
        doc && {
          ...doc,
          wanted: event.data.wanted,
          wantedAt: event.metadata.at,
          updatedAt: event.metadata.at,
        },
    },
    ConnectionStatusChanged: {
      id,
      apply: (doc, event) =>
        doc && {
          ...withNumber(doc, event.data.number ?? doc.number, event.metadata.at),
          status: event.data.status,
          retries: event.data.retries,
          reason: event.data.reason ?? null,
          qrAttempt: event.data.qrAttempt ?? doc.qrAttempt,
          updatedAt: event.metadata.at,
        },
    },
    ConnectionDeleted: { id, apply: () => 'delete' },
  },
});
