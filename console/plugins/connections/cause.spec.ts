import { expect, test } from 'vitest';
import { causeOf, waitsForPeople } from './cause.ts';

test.each([
  ['DISCONNECTED', 'WebSocket Error (getaddrinfo ENOTFOUND web.whatsapp.com)', 'unreachable', false],
  ['DISCONNECTED', 'connect ECONNREFUSED 127.0.0.1:443', 'unreachable', false],
  ['DISCONNECTED', 'Connection Terminated', 'lost', false],
  ['DISCONNECTED', 'logged-out', 'logged-out', true],
  ['DISCONNECTED', 'replaced', 'replaced', true],
  ['TIMEOUT', 'unpaired', 'unpaired', true],
  ['DISCONNECTED', 'suspended (402)', 'suspended', false],
  ['DISCONNECTED', 'proxy', 'proxy', false],
  ['DISCONNECTED', 'proxy-login', 'proxy-login', false],
  ['DISCONNECTED', 'proxy-private', 'proxy-private', false],
  ['DISCONNECTED', null, undefined, false],
  ['OPENING', 'Connection Terminated', undefined, false],
  ['CONNECTED', null, undefined, false],
] as const)('%s because of %s: %s', (status, reason, said, waits) => {
  expect(causeOf({ status, reason })).toBe(said);
  expect(waitsForPeople(causeOf({ status, reason }))).toBe(waits);
});
