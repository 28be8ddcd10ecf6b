/** Test doubles and harness: API, gateway and screens over stores of their own, and engines that fail as they are told. */

import { z } from 'zod';
import { defineRecord, field, secretField, texts } from '../domain/records/declare.ts';

const word = (text: string) => texts(text, text, text);

/** A record that no product has, with what those of today have not: the platform's, a secret, a channel's own name. */
export const record = defineRecord({
  ...{
    name: 'helper',
    plural: 'helpers',
    event: 'Helper',
    path: '/helpers',
    listKey: 'records',
    title: 'name',
  },
  scope: 'platform',
  channel: 'helpMeOut',
  access: { read: 'everyone', create: 'super', update: 'super', delete: 'super' },
  texts: { one: word('Helper'), many: word('Helpers') },
  schema: z.object({
    name: field(z.string().trim().min(2).max(50), {
      label: word('Name'),
      widget: { kind: 'text' },
      column: true,
      search: true,
    }),
    level: field(z.literal([1, 2, 3]).default(2), {
      label: word('Level'),
      widget: {
        kind: 'select',
        options: [
          { value: 1, label: word('High'), tone: 'danger' },
          { value: 3, label: word('Low') },
        ],
      },
      filter: true,
    }),
    apiKey: secretField(z.string().trim().min(4).max(200), { label: word('Key') }),
  }),
});
