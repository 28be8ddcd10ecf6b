import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type SettingKey, settingKeys } from './settings.ts';

/** The key opens the other side, which asks for it. */
const integration = [
  'api/settings/integrations.spec.ts',
  'says that the other side answers, and how long that took; it stays to be seen',
] as const;

/** The test that shows what a setting does, not that it is stored; a setting without one does not compile. */
const effects: Readonly<Record<SettingKey, readonly [file: string, name: string]>> = {
  userRating: [
    'api/tickets/automatic.spec.ts',
    'who is resolved is asked how it was, only where the company wants to know',
  ],
  scheduleType: [
    'gateway/bot/bot.spec.ts',
    'the company’s hours from %s to %s hold where scheduleType is %s',
  ],
  call: [
    'gateway/inbound/calls.spec.ts',
    'is told to write, once however often they call, and it opens no ticket',
  ],
  callTemplate: ['gateway/inbound/calls.spec.ts', 'is told nothing where the company has no words for it'],
  CheckMsgIsGroup: ['gateway/inbound/groups.spec.ts', 'takes effect at once, for whoever is connected'],
  readReceipts: [
    'gateway/presence/presence.spec.ts',
    'is not told of what was closed or left unseen, nor where the company does not want it',
  ],
  typingToContacts: [
    'gateway/presence/presence.spec.ts',
    'is not shown where the company does not want it, nor on a ticket that waits',
  ],
  onlineStatus: [
    'gateway/presence/presence.spec.ts',
    'makes the number online where the company wants it, from then on and until then',
  ],
  sendGreetingAccepted: [
    'api/tickets/automatic.spec.ts',
    'accepting greets once, by first name and agent, however often the request is repeated',
  ],
  sendMsgTransfTicket: [
    'api/tickets/automatic.spec.ts',
    'another queue is named to the contact; a change of agent within it says nothing',
  ],
  sendGreetingMessageOneQueues: [
    'domain/bot/dry-run.spec.ts',
    'takes a single queue without asking, unless the company wants a menu of it too',
  ],
  // Text is the only kind there is.
  chatBotType: [
    'gateway/bot/bot.spec.ts',
    'leads from the greeting to a queue, its options and an agent, by what the company has set up',
  ],
  campaignsEnabled: [
    'domain/company/features.spec.ts',
    'campaignsEnabled %s: campaigns %s, and nothing else changes',
  ],
  greetingAcceptedTemplate: ['api/tickets/automatic.spec.ts', 'the company’s own template is used'],
  transferTemplate: [
    'api/tickets/automatic.spec.ts',
    'another queue is named to the contact; a change of agent within it says nothing',
  ],
  reopenWindowHours: [
    'gateway/inbound/inbound.spec.ts',
    'what comes after the hours that the company chose opens another ticket',
  ],
  reopenMode: [
    'gateway/inbound/inbound.spec.ts',
    'a company that wants it has closed tickets reopened by what the contact writes next',
  ],
  autoCloseHours: ['gateway/jobs/auto-close.spec.ts', 'follows the company’s hours; 0 switches it off'],
  retentionMonths: [
    'gateway/jobs/retention.spec.ts',
    'who was in touch last longer ago than the company keeps people is erased, by the system; nobody else is',
  ],
  requireTotp: ['api/auth/totp.spec.ts', 'asks admins only where it says so'],
  allowregister: ['api/signup/routes.spec.ts', 'is refused where the platform takes none'],
  viewregister: [
    'console/plugins/login/signup.browser.ts',
    'from the sign-up to the checklist, and from an invitation to the first login',
  ],
  trial: [
    'api/signup/routes.spec.ts',
    'what a client says of due date, status and recurrence changes nothing; the setting decides the trial',
  ],
  ipixc: integration,
  tokenixc: integration,
  ipmkauth: integration,
  clientidmkauth: integration,
  clientsecretmkauth: integration,
  asaas: integration,
};

it.each(settingKeys)('%s does something, and a test shows what', (key) => {
  const [file, name] = effects[key];
  expect(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')).toContain(name);
});

it('every key of the specification is one of ours', () => {
  // Written out: a list of the code's own would follow whatever becomes of it.
  const specified =
    'userRating scheduleType call CheckMsgIsGroup allowregister viewregister sendGreetingAccepted sendMsgTransfTicket ' +
    'sendGreetingMessageOneQueues chatBotType trial ipixc tokenixc ipmkauth clientidmkauth clientsecretmkauth asaas';
  expect(settingKeys).toEqual(expect.arrayContaining(specified.split(' ')));
});
