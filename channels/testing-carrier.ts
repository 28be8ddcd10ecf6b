import { type Driver, type DriverContext, DriverError, type OutboundMessage } from '../gateway/driver.ts';
import type { Channel } from './channel.ts';

/**
 * A channel that the product does not have, as unlike its own as the port allows: it is paired by a token, addresses
 * people by ids of its own, numbers messages itself, conversation by conversation, takes nothing back, and says late
 * that it did not deliver.
 */
export const carrier: Channel = {
  kind: 'carrier',
  addresses: {
    normalise: (raw) => raw.replace(/\D/g, ''),
    display: (address) => `#${address}`,
  },
  ids: 'given',
  limits: { text: 4_096, fileBytes: 50_000_000, changeMinutes: { edit: null, delete: null } },
  pace: null,
  can: {
    ...{ edit: false, delete: false, quote: true, reaction: false },
    ...{ typing: false, read: false, presence: false, groups: false },
    ...{ numberCheck: false, profilePicture: false, addressBook: false },
    ...{ templates: true, buttons: false },
  },
  windowHours: 24,
  pairing: ['token'],
  secrets: [{ name: 'token', required: true }],
  environment: {},
  texts: {
    pt: { name: 'Pombo', option: 'Pombo-correio', 'field.token': 'Chave', 'refused.47': 'a janela fechou' },
    en: {
      name: 'Pigeon',
      option: 'Pigeon post',
      'field.token': 'Token',
      'refused.47': 'the window is closed',
    },
    es: { name: 'Paloma', option: 'Paloma', 'field.token': 'Clave', 'refused.47': 'la ventana se cerró' },
  },
};

/** The network behind it: who may link, what was sent, and what its customers do. */
export function carrierNetwork(token: string) {
  const sent: (OutboundMessage & { readonly id: string })[] = [];
  const contexts: DriverContext[] = [];
  let count = 0;
  return {
    sent,
    openDriver: async (_kind: string, context: DriverContext): Promise<Driver> => {
      contexts.push(context);
      return {
        idempotentSend: false,
        async connect() {
          const given = await context.secret?.('token');
          await context.handler(
            given === token
              ? { type: 'status', status: 'connected', number: 'shop' }
              : { type: 'status', status: 'closed', cause: 'logged-out', code: 401 },
          );
        },
        async disconnect() {},
        async downloadMedia() {
          throw new DriverError('refused', 'pigeons carry no files');
        },
        async send(message) {
          if (!/^\d+$/.test(message.to)) throw new DriverError('refused', `${message.to} is nobody here`);
          const id = `${message.to}/${++count}`;
          sent.push({ ...message, id });
          return id;
        },
      };
    },
    /** Of the latest link. */
    tell: (event: Parameters<DriverContext['handler']>[0]) => contexts.at(-1)!.handler(event),
  };
}
