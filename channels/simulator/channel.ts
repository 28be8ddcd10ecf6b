import type { Channel } from '../channel.ts';

/** A pretend network for trying the desk out: its phones are on the screen. */
export const simulator: Channel = {
  kind: 'simulator',
  addresses: 'telephone',
  ids: 'derived',
  limits: { text: 65_536, fileBytes: 2_000_000_000, changeMinutes: { edit: null, delete: null } },
  can: {
    edit: true,
    delete: true,
    quote: true,
    reaction: true,
    typing: false,
    read: false,
    presence: false,
    groups: true,
    numberCheck: true,
    profilePicture: false,
    addressBook: true,
    templates: false,
    buttons: false,
  },
  pace: null,
  windowHours: null,
  pairing: ['none'],
  settings: [],
  secrets: [],
  environment: {},
  parts: ['routes', 'console', 'pretend-customers'],
  texts: {
    pt: { name: 'Simulador', option: 'Simulador (telefone de teste)' },
    en: { name: 'Simulator', option: 'Simulator (test phone)' },
    es: { name: 'Simulador', option: 'Simulador (teléfono de prueba)' },
  },
};
