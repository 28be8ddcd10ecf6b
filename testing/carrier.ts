import type { Channel } from '../channels/channel.ts';
import {
  type Driver,
  type DriverContext,
  DriverError,
  type OutboundMessage,
} from '../gateway/driver/driver.ts';

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
  limits: { text: 300, fileBytes: 50_000_000, changeMinutes: { edit: null, delete: null } },
  pace: null,
  can: {
    edit: false,
    delete: false,
    quote: false,
    reaction: false,
    typing: false,
    read: false,
    presence: false,
    groups: false,
    numberCheck: false,
    profilePicture: false,
    addressBook: false,
    templates: true,
    buttons: false,
  },
  windowHours: 24,
  pairing: ['token'],
  settings: [
    { name: 'flock', schema: (z) => z.number().int().min(1).max(9), usual: 2 },
    { name: 'ring', schema: (z) => z.enum(['red', 'blue']), usual: 'red' },
    { name: 'night', schema: (z) => z.boolean(), usual: false },
  ],
  secrets: [{ name: 'token', required: true }],
  environment: {},
  parts: [],
  texts: {
    pt: {
      'setting.flock': 'Bando',
      'setting.flock.hint': 'Quantos pombos voam juntos.',
      'setting.ring': 'Anel',
      'setting.ring.red': 'Vermelho',
      'setting.ring.blue': 'Azul',
      'setting.night': 'Voa à noite',
      name: 'Pombo',
      option: 'Pombo-correio',
      'field.token': 'Chave',
      'refused.47': 'a janela fechou',
    },
    en: {
      'setting.flock': 'Flock',
      'setting.flock.hint': 'How many fly together.',
      'setting.ring': 'Ring',
      'setting.ring.red': 'Red',
      'setting.ring.blue': 'Blue',
      'setting.night': 'Flies at night',
      name: 'Pigeon',
      option: 'Pigeon post',
      'field.token': 'Token',
      'refused.47': 'the window is closed',
    },
    es: {
      'setting.flock': 'Bandada',
      'setting.flock.hint': 'Cuántas vuelan juntas.',
      'setting.ring': 'Anillo',
      'setting.ring.red': 'Rojo',
      'setting.ring.blue': 'Azul',
      'setting.night': 'Vuela de noche',
      name: 'Paloma',
      option: 'Paloma',
      'field.token': 'Clave',
      'refused.47': 'la ventana se cerró',
    },
  },
};

/** The network behind it: who may link, what was sent, and what its customers do. */
export function carrierNetwork(token: string) {
  const sent: (OutboundMessage & { readonly id: string })[] = [];
  const contexts: DriverContext[] = [];
  /** How many fly together, of each link as it was opened. */
  const flocks: unknown[] = [];
  let count = 0;
  return {
    sent,
    flocks,
    openDriver: async (_kind: string, context: DriverContext): Promise<Driver> => {
      contexts.push(context);
      return {
        idempotentSend: false,
        async connect() {
          flocks.push(context.setting?.('flock'));
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
