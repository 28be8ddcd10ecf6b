/**
 * WhatsApp: what every part of the product may know of it. What speaks to the network lies in `driver/`, the network of
 * its tests in `testing/`.
 */

import { usualPace } from '../../domain/connection/usual-pace.ts';
import type { Channel } from '../channel.ts';
import { texts } from './texts.ts';

/** WhatsApp as a phone's linked device (Baileys). */
export const whatsapp: Channel = {
  kind: 'whatsapp',
  addresses: 'telephone',
  ids: 'derived',
  // What comes later the phone drops without a word: the agent would believe that the customer sees it.
  limits: { text: 65_536, fileBytes: 2_000_000_000, changeMinutes: { edit: 15, delete: 60 * 60 } },
  can: {
    edit: true,
    delete: true,
    quote: true,
    reaction: true,
    typing: true,
    read: true,
    presence: true,
    groups: true,
    numberCheck: true,
    profilePicture: true,
    addressBook: true,
    templates: false,
    buttons: false,
  },
  pace: usualPace,
  windowHours: null,
  pairing: ['qr', 'code'],
  settings: [{ name: 'deviceName', schema: (z) => z.string().trim().min(1).max(30), usual: 'Balcão' }],
  secrets: [{ name: 'proxy', required: false, holds: 'proxy' }],
  environment: {
    /** Another messaging server, for tests. */
    url: { variable: 'WHATSAPP_URL', pattern: /^wss?:\/\/\S+$/, like: 'ws://host:port/path' },
    /** Where a newer one stands to be read, on the day ours is refused. */
    versionUrl: {
      variable: 'WHATSAPP_VERSION_URL',
      pattern: /^(https:\/\/|http:\/\/127\.0\.0\.1[:/])\S+$/,
      like: 'https://host/path',
    },
    version: { variable: 'WHATSAPP_VERSION', pattern: /^\d+\.\d+\.\d+$/, like: '2.3000.1043857760' },
    /** Admins are tenants: what they type must not lead into the operator's own network unless the operator says so. */
    proxyPrivate: { variable: 'PROXY_PRIVATE', pattern: /^[01]$/, like: '1' },
  },
  parts: ['routes', 'console'],
  texts,
};
