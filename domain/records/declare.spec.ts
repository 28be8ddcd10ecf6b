import { expect, it } from 'vitest';
import { z } from 'zod';
import { record as usual } from '../../testing/record.ts';
import { defineRecord, field, secretField, texts } from './declare.ts';
import { addressOf } from './definition.ts';

const label = texts('Campo', 'Field', 'Campo');
const url = z.string().trim().max(100).default('https://usual.example');
const withKey = (sentTo: string) =>
  defineRecord({
    ...usual,
    title: 'name',
    unique: [],
    schema: z.object({
      name: field(z.string(), { label, widget: { kind: 'text' } }),
      url: field(url, { label, widget: { kind: 'text' } }),
      key: secretField(z.string(), { label, sentTo }),
      other: secretField(z.string(), { label }),
    }),
  });

it.each(['ur', 'key', 'other'])('a secret is sent to an address of its row, and never to %j', (sentTo) => {
  expect(() => withKey(sentTo)).toThrow('helper.key: sentTo must name a field that is no secret');
});

it('says where a secret is sent as the row will be stored, and nothing of one that is sent nowhere', () => {
  const record = withKey('url');
  expect(addressOf(record, 'key', { url: ' https://ours.example ' })).toBe('https://ours.example');
  for (const values of [{}, { url: null }])
    expect(addressOf(record, 'key', values)).toBe('https://usual.example');
  expect(addressOf(record, 'other', { url: 'https://ours.example' })).toBeUndefined();
  expect(addressOf(record, 'missing', {})).toBeUndefined();
});
