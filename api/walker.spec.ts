import type { RouteOptions } from 'fastify';
import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { can } from '../domain/access/policy.ts';
import { platformCompanyId } from '../domain/company/platform.ts';
import type { RecordDefinition } from '../domain/records/definition.ts';
import { records } from '../domain/records/index.ts';
import { usualFields } from '../domain/ticket/fields/derive.ts';
import { sample } from '../scripts/records/golden.ts';
import { startTestApi } from '../testing/api.ts';
import { hashPassword } from './auth/passwords.ts';
import { emptyContent } from './campaigns/form.ts';
import { makeSchema } from './graphql/schema.ts';

// Every route the server has is walked by those who must not get through: nobody, another company's admin, an agent of
// another queue, and holders of tokens that are no good. A new route with parameters or a body has to be named in
// `recipes`, or this fails.

/** Stands in everything of our company that can be read; in what an agent of another queue must not see too. */
const ours = 'OURS-7f3a';
const secret = 'SECRET-51c8';
const number = '5511977005100';
const chartDays = 'initialDate=2026-01-01&finalDate=2026-12-31';

interface Route {
  readonly method: string;
  readonly url: string;
  readonly open: boolean;
  /** For other systems: no session of a person lets in. */
  readonly byToken: boolean;
}
interface Recipe {
  readonly url?: string;
  readonly body?: unknown;
  /** What the agent of another queue gets of our company's; default: refused. */
  readonly agent?: 'may' | 'refused';
  /** It names nothing of ours and does something of the caller's own. */
  readonly own?: true;
  /** What our own admin gets, when it is not what was asked for. */
  readonly admin?: readonly number[];
}

describe('every route and channel', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  const routes: Route[] = [];
  let companyId = '';
  const header = {} as Record<'admin' | 'other' | 'outsider', { authorization: string }>;
  const id = {
    contact: '',
    connection: uuidv7(),
    ticket: uuidv7(),
    message: '',
    text: '',
    note: '',
    file: '',
    tag: uuidv7(),
    queue: uuidv7(),
    user: '',
    option: uuidv7(),
    quick: uuidv7(),
    replaced: uuidv7(),
    audited: '',
    schedule: '',
    chat: '',
    token: '',
    list: '',
    listItem: '',
    campaign: '',
  };

  /** Records that have recipes of their own below; of any other one is made of its declaration. */
  const known = new Set(['queue', 'queueOption', 'tag', 'quickMessage']);
  const declaredIds = new Map<string, string>();
  /** A value for every field that a form writes, and this one for the field that names it. */
  const valuesOf = (
    { name: record, fields, title }: RecordDefinition,
    name: string,
  ): Record<string, unknown> => ({
    ...Object.fromEntries(
      Object.entries(fields)
        .filter(([, { computed, secret }]) => computed === undefined && !secret)
        .map(([field, one]) => [
          field,
          one.widget.kind === 'reference' && one.widget.record === 'queue' && !one.widget.many
            ? id.queue
            : sample(one),
        ]),
    ),
    // What it cannot do without is more than each field says.
    ...(record === 'queueIntegration' && { urlN8N: 'https://bot.example.org', typebotSlug: 'bot' }),
    [title]: name,
  });

  /** What each of GraphQL's queries is asked with; one that is not named here fails. */
  const queries = (): Record<string, string> => ({
    version: '',
    ticket: `(id: "${id.ticket}")`,
    tickets: '(first: 2, showAll: true)',
  });
  /** Every field there is, of all that is nested. */
  const everyField = (type: GraphQLObjectType): string =>
    Object.values(type.getFields())
      .map(({ name, args, type: of }) => {
        const inner = getNamedType(of);
        const page = args.some((arg) => arg.name === 'first') ? '(first: 2)' : '';
        return isObjectType(inner) ? `${name}${page} { ${everyField(inner)} }` : name;
      })
      .join(' ');
  const queryOf = (name: string): string => {
    const type = getNamedType(makeSchema().getQueryType()!.getFields()[name]!.type);
    return `${name}${queries()[name]}${isObjectType(type) ? ` { ${everyField(type)} }` : ''}`;
  };
  const everyQuery = () => `{ ${Object.keys(queries()).map(queryOf).join(' ')} }`;

  let count = 100_000;
  /** Nobody has it yet. */
  const fresh = () => String(++count);

  const recipes = (): Record<string, Recipe> => ({
    'POST /api/auth/login': {
      own: true,
      body: { email: 'nobody@example.org', password: 'wrong wrong' },
      admin: [401, 429],
    },
    'GET /api/companies/cadastro': { own: true },
    'POST /api/companies/cadastro': {
      own: true,
      body: { name: 'New', email: 'new@example.org', password: 'Cavalo bateria 42', planId: uuidv7() },
      admin: [403, 429],
    },
    'POST /api/auth/invite/look': { own: true, body: { token: 'x'.repeat(43) }, admin: [410, 429] },
    'POST /api/auth/invite': {
      own: true,
      body: { token: 'x'.repeat(43), password: 'Cavalo bateria 42' },
      admin: [410, 429],
    },
    'POST /api/auth/billing/link': { own: true, body: { token: 'x'.repeat(43) }, admin: [410, 429] },
    'POST /api/auth/confirm': { own: true, body: { token: 'x'.repeat(43) }, admin: [410, 429] },
    'POST /api/auth/confirm/again': { own: true, body: { email: 'nobody@example.org' }, admin: [200, 429] },
    'POST /api/users/:id/invite': { url: `/api/users/${id.user}/invite`, admin: [204, 410] },
    'POST /api/auth/totp': {
      own: true,
      body: { challenge: 'x'.repeat(43), code: '123456' },
      admin: [401],
    },
    'POST /api/auth/totp/enrolment': { own: true, body: { challenge: 'x'.repeat(43) }, admin: [401] },
    'POST /api/auth/totp/confirmation': {
      own: true,
      body: { challenge: 'x'.repeat(43), code: '123456' },
      admin: [401],
    },
    'POST /api/auth/billing/session': { own: true, admin: [403] },
    // All companies are the platform's super users' to see: they have a spec of their own.
    'GET /api/companies': { own: true },
    'GET /api/companies/list': { own: true },
    'POST /api/companies': {
      own: true,
      body: { name: `Made ${fresh()}`, email: 'made@example.org', planId: declaredIds.get('plan') },
      admin: [403],
    },
    'GET /api/companies/:id': { url: `/api/companies/${companyId}` },
    'PUT /api/companies/:id': { url: `/api/companies/${companyId}`, body: { billing: { city: fresh() } } },
    'PUT /api/companies/:id/schedules': {
      url: `/api/companies/${companyId}/schedules`,
      body: { schedules: [] },
    },
    'POST /api/companies/:id/due-date': {
      url: `/api/companies/${companyId}/due-date`,
      body: {},
      admin: [403],
    },
    'DELETE /api/companies/:id': { url: `/api/companies/${companyId}`, admin: [403] },
    'POST /api/companies/:id/restore': { url: `/api/companies/${companyId}/restore`, admin: [403] },
    'GET /api/account/security': { own: true },
    'GET /api/auth/oidc': { own: true },
    'DELETE /api/users/:id/identity': { url: `/api/users/${id.user}/identity` },
    'GET /api/sessions': { own: true },
    'DELETE /api/sessions/:id': { url: `/api/sessions/${uuidv7()}`, admin: [404] },
    'DELETE /api/sessions': { own: true, agent: 'refused' },
    'POST /api/account/totp/enrolment': { own: true, body: { currentPassword: 'wrong wrong' }, admin: [400] },
    'POST /api/account/totp': { own: true, body: { code: '123456' }, admin: [400] },
    'POST /api/account/totp/codes': {
      own: true,
      body: { currentPassword: 'wrong wrong', code: '123456' },
      admin: [400],
    },
    'POST /api/account/totp/off': {
      own: true,
      body: { currentPassword: 'wrong wrong', code: '123456' },
      admin: [400],
    },
    'DELETE /api/users/:id/totp': { url: `/api/users/${id.user}/totp` },
    'POST /api/auth/link': { own: true, body: { token: 'x'.repeat(43) }, admin: [401] },
    'POST /api/forgetpassword/:email': {
      own: true,
      url: '/api/forgetpassword/nobody@example.org',
      admin: [404, 429],
    },
    'POST /api/resetpasswords': {
      own: true,
      body: { email: 'nobody@example.org', token: '000000', newPassword: 'Cavalo bateria 42' },
      admin: [400, 429],
    },
    'POST /api/resetpasswords/:email/:token/:newPassword': {
      own: true,
      url: '/api/resetpasswords/nobody@example.org/000000/Cavalo42',
      admin: [400, 429],
    },
    'POST /api/auth/refresh_token': { own: true, admin: [401] },
    'DELETE /api/auth/logout': { own: true },
    'GET /api/auth/me': { own: true },
    'GET /api/usage': { own: true, agent: 'refused' },
    'GET /api/version': { own: true },
    'GET /api/contacts/export': { agent: 'refused' },
    'POST /api/contacts/upload': { own: true, body: {}, admin: [400] },
    'POST /api/contacts/import': { body: { whatsappId: id.connection } },
    'GET /api/contacts/imports/:id': { own: true, url: `/api/contacts/imports/${id.contact}` },
    'GET /api/contacts/imports': {},
    'GET /api/contacts/imports/:id/errors': { own: true, url: `/api/contacts/imports/${id.contact}/errors` },
    'POST /api/contacts/imports/:id/cancel': {
      own: true,
      url: `/api/contacts/imports/${id.contact}/cancel`,
      admin: [404],
    },
    'GET /api/contacts/check': { own: true, url: '/api/contacts/check?number=5511900000003' },
    'GET /api/contacts/:id': { url: `/api/contacts/${id.contact}`, agent: 'may' },
    'PUT /api/contacts/:id': {
      url: `/api/contacts/${id.contact}`,
      body: { name: 'Taken over', number: '5511900000001', email: '', extraInfo: [] },
      agent: 'may',
    },
    'PATCH /api/contacts/:id': {
      url: `/api/contacts/${id.contact}`,
      body: { name: 'Taken over' },
      agent: 'may',
    },
    'POST /api/contacts/:id/campaigns/leave': {
      url: `/api/contacts/${id.contact}/campaigns/leave`,
      agent: 'may',
    },
    'POST /api/contacts/:id/campaigns/join': {
      url: `/api/contacts/${id.contact}/campaigns/join`,
      body: { reason: 'They asked for it' },
      agent: 'may',
    },
    'DELETE /api/contacts/:id': { url: `/api/contacts/${id.contact}` },
    'POST /api/contacts/:id/erase': {
      url: `/api/contacts/${id.contact}/erase`,
      body: { confirm: 'somebody else' },
      admin: [400],
    },
    'GET /api/contacts/:id/members': { url: `/api/contacts/${id.contact}/members`, agent: 'may' },
    'POST /api/contacts/:id/merge': {
      url: `/api/contacts/${id.contact}/merge`,
      body: { otherId: uuidv7() },
      admin: [404],
    },
    'GET /api/contacts/:id/merges': { url: `/api/contacts/${id.contact}/merges`, agent: 'refused' },
    'POST /api/contacts/:id/unmerge': {
      url: `/api/contacts/${id.contact}/unmerge`,
      body: { otherId: uuidv7() },
      admin: [404],
    },
    'GET /api/contacts/:id/erasure': { url: `/api/contacts/${id.contact}/erasure` },
    'GET /api/contacts/:id/export': { url: `/api/contacts/${id.contact}/export`, agent: 'refused' },
    'GET /api/erasures': { own: true },
    // Letters are the platform's super users' to read: they have a spec of their own.
    'GET /api/mails': { own: true },
    'POST /api/contacts': { own: true, body: { name: 'Somebody', number: '5511900000002' } },
    // Of the caller's own company, whoever asks; that agents are refused has its own spec.
    'GET /api/dashboard': { own: true, url: '/api/dashboard?days=7' },
    'GET /api/dashboard/ticketsUsers': { own: true, url: `/api/dashboard/ticketsUsers?${chartDays}` },
    'GET /api/dashboard/ticketsDay': { own: true, url: `/api/dashboard/ticketsDay?${chartDays}` },
    'POST /api/users/status': { own: true, body: { status: 'away' } },
    'GET /api/drafts/:ticketId': { url: `/api/drafts/${id.ticket}` },
    'PUT /api/drafts/:ticketId': { url: `/api/drafts/${id.ticket}`, body: { body: 'a draft' } },
    'POST /api/presence': { body: { ticketId: id.ticket, typing: false } },
    'GET /api/media/contacts/:contactId/:mediaId': { url: `/api/media/contacts/${id.contact}/${id.file}` },
    'GET /api/media/messages/:messageId/:mediaId': { url: `/api/media/messages/${id.message}/${id.file}` },
    'GET /api/media/records/:plural/:recordId/:mediaId': {
      url: `/api/media/records/queues/${id.queue}/${id.file}`,
    },
    'GET /api/media/channels/simulator/:connectionId/:number/:messageId': {
      url: `/api/media/channels/simulator/${id.connection}/${number}/${id.message}`,
    },
    'GET /api/messages/:ticketId': { url: `/api/messages/${id.ticket}` },
    'POST /api/messages/:ticketId': { url: `/api/messages/${id.ticket}`, body: { body: 'intruding' } },
    'POST /api/messages/edit/:id': { url: `/api/messages/edit/${id.text}`, body: { body: 'intruding' } },
    'POST /api/messages/:id/retry': { url: `/api/messages/${id.message}/retry` },
    // A message that has its file: there is nothing to fetch.
    'POST /api/messages/:id/file': { url: `/api/messages/${id.message}/file`, admin: [404] },
    'POST /api/messages/:id/reaction': {
      url: `/api/messages/${id.message}/reaction`,
      body: { emoji: '👍' },
    },
    'DELETE /api/messages/:id': { url: `/api/messages/${id.message}` },
    'GET /api/ticket-notes/list': { url: `/api/ticket-notes/list?ticketId=${id.ticket}` },
    'POST /api/ticket-notes': { body: { ticketId: id.ticket, contactId: id.contact, note: 'intruding' } },
    'DELETE /api/ticket-notes/:id': { url: `/api/ticket-notes/${id.note}` },
    'PUT /api/settings/:key': { url: '/api/settings/sendGreetingAccepted', body: { value: 'enabled' } },
    // The installation's images are its super users' to change: they have a spec of their own.
    'POST /api/settings/media-upload': {
      own: true,
      url: '/api/settings/media-upload?ref=login',
      admin: [403],
    },
    'DELETE /api/settings/media-upload': {
      own: true,
      url: '/api/settings/media-upload?ref=login',
      admin: [403],
    },
    'GET /api/logos/:ref': { own: true, url: '/api/logos/login', admin: [302] },
    'POST /api/settings/integrations/:kind/test': { url: '/api/settings/integrations/asaas/test' },
    'POST /api/prompt/:id/test': { url: `/api/prompt/${declaredIds.get('prompt')}/test` },
    'POST /api/queueIntegration/:id/test': {
      url: `/api/queueIntegration/${declaredIds.get('queueIntegration')}/test`,
    },
    'POST /api/queueIntegration/testSession': {
      body: { projectName: 'loja', jsonContent: '{}' },
      own: true,
    },
    'POST /api/tags/sync': { body: { ticketId: id.ticket, tags: [] } },
    'POST /api/tickets/:id/lane': { url: `/api/tickets/${id.ticket}/lane`, body: { tagId: null } },
    'PUT /api/ticket-tags/:ticketId/:tagId': { url: `/api/ticket-tags/${id.ticket}/${id.tag}` },
    'DELETE /api/ticket-tags/:ticketId': { url: `/api/ticket-tags/${id.ticket}` },
    'POST /api/files/uploadList/:id': {
      url: `/api/files/uploadList/${declaredIds.get('fileList')}`,
      admin: [400],
    },
    'POST /api/announcements-read': { body: { ids: [uuidv7()] }, own: true },
    'POST /api/schedules': {
      body: { body: 'Bom dia!', contactId: id.contact, sendAt: '2030-01-01T12:00:00Z' },
      agent: 'may',
    },
    'GET /api/schedules': { agent: 'may' },
    'GET /api/schedules/hours': { url: '/api/schedules/hours?at=2031-03-04T12:00', own: true },
    'GET /api/schedules/:id': { url: `/api/schedules/${id.schedule}` },
    'PUT /api/schedules/:id': { url: `/api/schedules/${id.schedule}`, body: { body: 'Taken over' } },
    'DELETE /api/schedules/:id': { url: `/api/schedules/${id.schedule}` },
    'POST /api/schedules/:id/retry': { url: `/api/schedules/${id.schedule}/retry` },
    // It wants a file.
    'POST /api/schedules/:id/media-upload': {
      url: `/api/schedules/${id.schedule}/media-upload`,
      admin: [400],
    },
    'DELETE /api/schedules/:id/media-upload': { url: `/api/schedules/${id.schedule}/media-upload` },
    'GET /api/schedules/:id/media/:mediaId': { url: `/api/schedules/${id.schedule}/media/${id.file}` },
    'GET /api/contact-lists': { agent: 'refused' },
    'GET /api/contact-lists/list': { agent: 'refused' },
    'GET /api/contact-lists/example': { own: true, agent: 'refused' },
    'GET /api/contact-lists/:id': { url: `/api/contact-lists/${id.list}` },
    'POST /api/contact-lists': { body: { name: 'Taken over' }, agent: 'refused' },
    'PUT /api/contact-lists/:id': { url: `/api/contact-lists/${id.list}`, body: { name: 'Taken over' } },
    'DELETE /api/contact-lists/:id': { url: `/api/contact-lists/${id.list}` },
    // It wants a file.
    'POST /api/contact-lists/:id/upload': { url: `/api/contact-lists/${id.list}/upload`, admin: [400] },
    'GET /api/contact-list-items': { url: `/api/contact-list-items?contactListId=${id.list}` },
    'POST /api/contact-list-items': {
      body: { name: 'Taken over', number: '', email: '', contactListId: id.list },
    },
    'GET /api/contact-list-items/:id': { url: `/api/contact-list-items/${id.listItem}` },
    'PUT /api/contact-list-items/:id': {
      url: `/api/contact-list-items/${id.listItem}`,
      body: { name: 'Taken over' },
    },
    // Its list may have gone before it.
    'DELETE /api/contact-list-items/:id': {
      url: `/api/contact-list-items/${id.listItem}`,
      admin: [204, 404],
    },
    'GET /api/webhooks/:id/deliveries': { url: `/api/webhooks/${declaredIds.get('webhook')}/deliveries` },
    'POST /api/webhooks/:id/deliveries/:eventId/replay': {
      url: `/api/webhooks/${declaredIds.get('webhook')}/deliveries/${uuidv7()}/replay`,
      admin: [404],
    },
    'POST /api/webhooks/:id/secret': {
      url: `/api/webhooks/${declaredIds.get('webhook')}/secret`,
      body: {},
    },
    'POST /api/webhooks/:id/test': { url: `/api/webhooks/${declaredIds.get('webhook')}/test` },
    'GET /api/campaigns': { agent: 'refused' },
    'POST /api/campaigns': { body: { name: 'Taken over' }, agent: 'refused' },
    'GET /api/campaigns/:id': { url: `/api/campaigns/${id.campaign}` },
    'PUT /api/campaigns/:id': { url: `/api/campaigns/${id.campaign}`, body: { name: 'Taken over' } },
    'DELETE /api/campaigns/:id': { url: `/api/campaigns/${id.campaign}` },
    // Nothing is in it that could be sent.
    'POST /api/campaigns/:id/start': { url: `/api/campaigns/${id.campaign}/start`, admin: [400] },
    'POST /api/campaigns/:id/cancel': { url: `/api/campaigns/${id.campaign}/cancel`, admin: [409] },
    'POST /api/campaigns/:id/restart': { url: `/api/campaigns/${id.campaign}/restart`, admin: [409] },
    // It wants a file.
    'POST /api/campaigns/:id/media-upload': {
      url: `/api/campaigns/${id.campaign}/media-upload`,
      admin: [400],
    },
    'DELETE /api/campaigns/:id/media-upload': { url: `/api/campaigns/${id.campaign}/media-upload` },
    'GET /api/campaigns/:id/media/:mediaId': { url: `/api/campaigns/${id.campaign}/media/${id.file}` },
    'GET /api/campaigns/:id/report': { url: `/api/campaigns/${id.campaign}/report` },
    'GET /api/campaigns/:id/shippings': { url: `/api/campaigns/${id.campaign}/shippings` },
    'GET /api/campaigns/:id/report.csv': { url: `/api/campaigns/${id.campaign}/report.csv` },
    'GET /api/campaign-settings': { own: true, agent: 'refused' },
    'POST /api/campaign-settings': {
      body: { settings: { messageInterval: 5 } },
      own: true,
      agent: 'refused',
    },
    'GET /api/tokens': { agent: 'refused' },
    'POST /api/tokens': { body: { name: 'Taken over', scopes: ['messages:send'] }, agent: 'refused' },
    'DELETE /api/tokens/:id': { url: `/api/tokens/${id.token}` },
    // For other systems alone: nobody's session lets in.
    'POST /api/messages/send': { body: { number: '5511955500142', body: 'Taken over' } },
    'GET /api/events': {},
    'PUT /api/contacts/by-number/:number': {
      url: '/api/contacts/by-number/5511955500142',
      body: { name: 'Taken over' },
    },
    'GET /api/messages/send/:id': { url: `/api/messages/send/${id.message}` },
    'GET /api/chats': { agent: 'may' },
    'POST /api/chats': { body: { title: 'Taken over', users: [id.user] }, agent: 'may' },
    'GET /api/chats/:id': { url: `/api/chats/${id.chat}` },
    'PUT /api/chats/:id': { url: `/api/chats/${id.chat}`, body: { title: 'Taken over', users: [id.user] } },
    'DELETE /api/chats/:id': { url: `/api/chats/${id.chat}` },
    'POST /api/chats/:id/read': { url: `/api/chats/${id.chat}/read`, body: {} },
    'GET /api/chats/:id/messages': { url: `/api/chats/${id.chat}/messages` },
    'POST /api/chats/:id/messages': {
      url: `/api/chats/${id.chat}/messages`,
      body: { message: 'Taken over' },
    },
    'POST /api/chats/:id/typing': { url: `/api/chats/${id.chat}/typing` },
    'PUT /api/kanban/arrangement': { body: { order: [], limits: {} }, own: true },
    'GET /api/tickets/:id': { url: `/api/tickets/${id.ticket}` },
    'GET /api/tickets/u/:id': { url: `/api/tickets/u/${id.ticket}` },
    'PUT /api/tickets/:id': { url: `/api/tickets/${id.ticket}`, body: { status: 'closed', ...usualFields } },
    'DELETE /api/tickets/:id': { url: `/api/tickets/${id.ticket}` },
    'POST /api/tickets/:id/unread': { url: `/api/tickets/${id.ticket}/unread` },
    'POST /api/tickets/:id/peek': { url: `/api/tickets/${id.ticket}/peek` },
    'POST /api/tickets/:id/read': { url: `/api/tickets/${id.ticket}/read` },
    'GET /api/invoices/all': { agent: 'refused' },
    'POST /api/invoices/:id/refund': {
      url: `/api/invoices/${uuidv7()}/refund`,
      body: { companyId },
      agent: 'refused',
      admin: [403],
    },
    'POST /api/subscription': {
      agent: 'refused',
      body: { firstName: 'Ana', address2: 'Rua 1', city: 'Recife', zipcode: '1', country: 'BR' },
      admin: [404],
    },
    'GET /api/sandbox/pix/:txid': { own: true, url: `/api/sandbox/pix/${'0'.repeat(32)}` },
    'POST /api/sandbox/pix/:txid': { own: true, url: `/api/sandbox/pix/${'0'.repeat(32)}` },
    'GET /api/audit': { agent: 'refused' },
    'GET /api/audit/csv': { agent: 'refused' },
    'GET /api/audit/people': { agent: 'refused' },
    'GET /api/audit/chain': { agent: 'refused' },
    'GET /api/audit/:id': { url: `/api/audit/${id.audited}` },
    'POST /api/audit/chain/check': { agent: 'refused' },
    'GET /api/tickets/:id/history': { url: `/api/tickets/${id.ticket}/history` },
    'GET /api/tickets/:id/as-of': { url: `/api/tickets/${id.ticket}/as-of?revision=1` },
    'POST /api/tickets': {
      body: {
        contactId: id.contact,
        queueId: id.queue,
        whatsappId: id.connection,
        userId: null,
        status: 'pending',
      },
      admin: [409],
    },
    'GET /api/users/:id': { url: `/api/users/${id.user}`, agent: 'may' },
    'PUT /api/users/:id': { url: `/api/users/${id.user}`, body: { name: 'Taken over', profile: 'admin' } },
    'POST /api/roles/:id/replacement': {
      url: `/api/roles/${id.replaced}/replacement`,
      body: { profile: 'user' },
    },
    'DELETE /api/users/:id': { url: `/api/users/${id.user}` },
    'POST /api/users': {
      own: true,
      body: {
        name: 'Mine',
        email: `mine-${fresh()}@example.org`,
        password: 'correct horse 42',
        profile: 'admin',
      },
    },
    // Nothing of this id is parked: of another company neither is said to be there.
    'GET /api/held': { agent: 'refused' },
    'GET /api/parked': { agent: 'refused' },
    'DELETE /api/parked/:id': { own: true, url: '/api/parked/8222222222222-0b0e2a3c', admin: [404] },
    'GET /api/whatsapp/:id': { url: `/api/whatsapp/${id.connection}`, agent: 'may' },
    'GET /api/whatsapp/:id/secrets': { url: `/api/whatsapp/${id.connection}/secrets` },
    'PUT /api/whatsapp/:id': {
      url: `/api/whatsapp/${id.connection}`,
      body: { name: 'Taken over', queueIds: [], isDefault: false },
    },
    'PATCH /api/whatsapp/:id': { url: `/api/whatsapp/${id.connection}`, body: { name: 'Taken over' } },
    'DELETE /api/whatsapp/:id': { url: `/api/whatsapp/${id.connection}` },
    'POST /api/whatsapp': { own: true, body: { name: 'Mine', channel: 'simulator', queueIds: [] } },
    // Of the installation, for admins of whatever company.
    'GET /api/channels/whatsapp/version': { own: true, agent: 'refused' },
    'POST /api/channels/whatsapp/version': { own: true, agent: 'refused', body: {} },
    'POST /api/channels/simulator/:connectionId/messages': {
      url: `/api/channels/simulator/${id.connection}/messages`,
      body: { number, name: 'X', body: 'intruding' },
    },
    'GET /api/channels/simulator/:connectionId/chats': {
      url: `/api/channels/simulator/${id.connection}/chats`,
    },
    'GET /api/channels/simulator/:connectionId/chats/:number': {
      url: `/api/channels/simulator/${id.connection}/chats/${number}`,
    },
    // Nobody wrote to this phone: what it is about is not there.
    'POST /api/channels/simulator/:connectionId/chats/:number/messages/:id/reaction': {
      url: `/api/channels/simulator/${id.connection}/chats/${number}/messages/none/reaction`,
      body: { emoji: '👍' },
      admin: [404],
    },
    'POST /api/channels/simulator/:connectionId/chats/:number/messages/:id/vote': {
      url: `/api/channels/simulator/${id.connection}/chats/${number}/messages/none/vote`,
      body: { choices: [0] },
      admin: [404],
    },
    'POST /api/channels/simulator/:connectionId/chats/:number/read': {
      url: `/api/channels/simulator/${id.connection}/chats/${number}/read`,
      body: {},
    },
    'POST /api/channels/simulator/:connectionId/faults': {
      url: `/api/channels/simulator/${id.connection}/faults`,
      body: { mode: 'refuse', count: 1 },
    },
  });

  /** Records and other families of routes that are alike. */
  const recipeOf = ({ method, url }: Route): Recipe | undefined => {
    const named = recipes()[`${method} ${url}`];
    if (named) return named;
    if (/^\/api\/docs(\/|$)/.test(url) || /^\/(\*|assets|healthz|readyz|metrics)/.test(url) || url === '/')
      return { url: url.replaceAll('*', 'index.html'), own: true };
    if (url === '/graphql')
      return method === 'POST'
        ? { own: true, body: { query: everyQuery() } }
        : { own: true, url: `${url}?query=${encodeURIComponent(everyQuery())}` };
    const session = /^\/api\/whatsapp(session|-restart)/.exec(url);
    if (session) return { url: url.replace(':id', id.connection).replace(':whatsappId', id.connection) };
    // Somebody's own: colleagues of the same company see nothing of it either.
    if (/^\/api\/(resources\/)?quick-?messages(\/|$)/i.test(url))
      return {
        url: url.replace(':id', id.quick),
        ...((method === 'POST' || method === 'PUT') && {
          body: { shortcode: `${method} ${url}`, message: 'm' },
        }),
        ...(method === 'POST' && !url.includes(':id') && { own: true as const }),
        ...(method === 'GET' && !url.includes(':id') && { agent: 'may' as const }),
        // It wants a file.
        ...(method === 'POST' && url.includes(':id') && { admin: [400] }),
      };
    // A tree that is edited as a whole: with a change that comes to nothing.
    if (url === '/api/queue/:id/tree')
      return {
        url: `/api/queue/${id.queue}/tree`,
        body: { changes: [{ update: id.option, values: { message: 'm' } }] },
      };
    const record = /^\/api\/(?:resources\/)?(queues?|tags|queue-?options?|queueOptions)(\/|$)/i.exec(url);
    if (record) {
      const kind = record[1]!.toLowerCase();
      const target =
        kind.startsWith('queueo') || kind.includes('-')
          ? id.option
          : kind.startsWith('q')
            ? id.queue
            : id.tag;
      const body = kind.includes('option')
        ? { title: 'Mine', message: 'm', queueId: id.queue, parentId: null }
        : { name: `Taken over ${fresh()}`, color: `#${fresh()}` };
      const creates = method === 'POST' && !url.includes(':id');
      return {
        url: url.replace(':id', target),
        ...(method === 'POST' || method === 'PUT' ? { body } : {}),
        // What belongs to a queue names it; a queue or tag of their own they may have.
        ...(creates && !kind.includes('option') && { own: true }),
        // Tags are everybody's to name and colour.
        ...((method === 'GET' || (method === 'PUT' && kind === 'tags')) && { agent: 'may' as const }),
        // It wants a file.
        ...(method === 'POST' && !creates && { admin: [400] }),
      };
    }
    // Any other record: what its declaration says of it.
    const declared = records.find(({ path, plural }) =>
      [`/api${path}`, `/api/resources/${plural}`].some((at) => url === at || url.startsWith(`${at}/`)),
    );
    if (declared) {
      const agent = { profile: 'user', super: false } as const;
      const creates = method === 'POST' && !url.includes(':id');
      const rule = declared.access[creates ? 'create' : method === 'DELETE' ? 'delete' : 'update'];
      return {
        url: url.replace(':id', declaredIds.get(declared.name) ?? ''),
        ...((method === 'POST' || method === 'PUT') && { body: valuesOf(declared, `Taken over ${fresh()}`) }),
        ...((creates || (method === 'GET' && declared.scope === 'platform')) && { own: true as const }),
        ...((method === 'GET' || can(agent, rule)) && { agent: 'may' as const }),
        // It wants a file.
        ...(method === 'POST' && !creates && { admin: [400] }),
        // The platform's are its super users' to write.
        ...(method !== 'GET' && declared.scope === 'platform' && { admin: [403] }),
      };
    }
    return method === 'GET' && !url.includes(':') ? { agent: 'may' } : undefined;
  };

  const ask = async (route: Route, headers: Record<string, string>) => {
    const { url = route.url, body } = recipeOf(route)!;
    const answer = await api.app.inject({
      method: route.method as 'GET',
      url,
      headers,
      ...(body !== undefined && { payload: body as object }),
    });
    return { status: answer.statusCode, text: `${answer.body} ${JSON.stringify(answer.headers)}` };
  };

  /** Everything stored of our company: what intruders do must leave it as it is. */
  const stand = () => api.standOf(companyId, [companyId, number, ...Object.values(id)]);

  beforeAll(async () => {
    const route = ({
      method,
      url,
      config,
    }: RouteOptions & { config?: { public?: boolean; scope?: string } }) => {
      for (const one of [method].flat())
        if (one !== 'HEAD' && one !== 'OPTIONS')
          routes.push({
            method: one,
            url,
            byToken: config?.scope !== undefined,
            open: config?.public === true || !url.startsWith('/api') || /^\/api\/docs(\/|$)/.test(url),
          });
    };
    api = await startTestApi({ onRoute: route });
    const mine = await api.company(`${ours} Ltda`);
    companyId = mine.companyId;
    header.admin = await api.signIn(mine.email);
    header.other = await api.signIn((await api.company('Theirs')).email);
    const context = { companyId, actor: { kind: 'user', id: uuidv7(), name: `${ours} Ana` } as const };
    const foreignQueue = uuidv7();
    await api.desk.records('queue').create(context, { id: id.queue, name: `${ours} fila`, color: '#4073d4' });
    await api.desk
      .records('queue')
      .create(context, { id: foreignQueue, name: `${ours} outra`, color: '#4073d5' });
    await api.desk.records('tag').create(context, { id: id.tag, name: `${ours} tag`, color: '#112233' });
    await api.desk.records('queueOption').create(context, {
      id: id.option,
      title: `${ours} opção`,
      message: 'm',
      queueId: id.queue,
      parentId: null,
    });
    await api.desk.records('quickMessage').create(context, {
      id: id.quick,
      shortcode: `${ours} pix`,
      message: secret,
      userId: context.actor.id,
    });
    for (const record of records) {
      if (known.has(record.name)) continue;
      const ofPlatform = record.scope === 'platform';
      // The platform's are everybody's to read: nothing of ours stands in them.
      const made = await api.desk
        .records(record.name)
        .create(
          ofPlatform ? { ...context, companyId: platformCompanyId } : context,
          valuesOf(record, `${ofPlatform ? 'Platform' : ours} ${record.name}`),
        );
      declaredIds.set(record.name, made.id);
    }
    await api.desk.records('role').create(context, { id: id.replaced, name: `${ours} antigo` });
    const email = `outsider-${companyId}@example.org`;
    await api.desk.users.create(context, {
      name: 'Outsider',
      email,
      profile: 'user',
      queueIds: [foreignQueue],
      passwordHash: await hashPassword('correct horse 42'),
    });
    ({ userId: id.user } = await api.desk.users.create(context, {
      name: `${ours} Bruno`,
      email: `bruno-${companyId}@example.org`,
      profile: 'user',
      queueIds: [id.queue],
      passwordHash: await hashPassword('correct horse 42'),
    }));
    ({ contactId: id.contact } = await api.desk.contacts.ensure(context, {
      numbers: [number],
      name: `${ours} Marina`,
      origin: 'import',
    }));
    await api.desk.connections.create(context, {
      connectionId: id.connection,
      name: `${ours} telefone`,
      channel: 'simulator',
    });
    const received = await api.desk.tickets.receive(context, {
      connectionId: id.connection,
      queueId: id.queue,
      contactId: id.contact,
      externalId: 'X1',
      fromMe: false,
      body: `${ours} ${secret}`,
      mediaType: 'chat',
      sentAt: new Date().toISOString(),
    });
    id.ticket = received.ticketId;
    await api.reached(received.position);
    const noted = await api.desk.tickets.addNote(context, { ticketId: id.ticket, note: `${ours} ${secret}` });
    id.note = noted.noteId;
    id.schedule = (
      await api.desk.schedules.create(context, {
        ...{ contactId: id.contact, body: `${ours} ${secret}`, sendAt: '2030-01-01T12:00:00.000Z' },
        ...{ connectionId: null, queueId: id.queue, recurrence: null, userId: null },
      })
    ).scheduleId;
    const chat = await api.app.inject({
      method: 'POST',
      url: '/api/chats',
      headers: header.admin,
      payload: { title: `${ours} ${secret}`, users: [id.user] },
    });
    expect(chat.statusCode, chat.body).toBe(201);
    id.chat = chat.json().id;
    const inList = async (path: string, payload: object) => {
      const made = await api.app.inject({
        method: 'POST',
        url: `/api/${path}`,
        headers: header.admin,
        payload,
      });
      expect(made.statusCode, made.body).toBe(201);
      return made.json<{ id: string }>().id;
    };
    id.list = await inList('contact-lists', { name: `${ours} lista` });
    id.listItem = await inList('contact-list-items', {
      name: `${ours} Bia`,
      number,
      email: '',
      contactListId: id.list,
    });
    id.campaign = (
      await api.desk.campaigns.create(context, {
        ...emptyContent,
        name: `${ours} ${secret}`.slice(0, 50),
        userId: null,
      })
    ).campaignId;
    const token = await api.app.inject({
      method: 'POST',
      url: '/api/tokens',
      headers: header.admin,
      payload: { name: `${ours} ${secret}`, scopes: ['messages:send'] },
    });
    expect(token.statusCode, token.body).toBe(201);
    id.token = token.json().id;
    const accepted = await api.app.inject({
      method: 'PUT',
      url: `/api/tickets/${id.ticket}`,
      headers: header.admin,
      payload: { status: 'open' },
    });
    expect(accepted.statusCode, accepted.body).toBe(200);
    const boundary = '----walker';
    const upload = await api.app.inject({
      method: 'POST',
      url: `/api/messages/${id.ticket}`,
      headers: { ...header.admin, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload:
        `--${boundary}\r\nContent-Disposition: form-data; name="medias"; filename="${ours}.txt"\r\n` +
        `Content-Type: text/plain\r\n\r\n${ours} ${secret}\r\n--${boundary}--\r\n`,
    });
    expect(upload.statusCode, upload.body).toBeLessThan(300);
    const [message] = upload.json<{ messages: { id: string; mediaUrl: string }[] }>().messages;
    id.message = message!.id;
    id.file = message!.mediaUrl.split('/').at(-1)!;
    const text = await api.app.inject({
      method: 'POST',
      url: `/api/messages/${id.ticket}`,
      headers: header.admin,
      payload: { body: ours },
    });
    id.text = text.json<{ messages: { id: string }[] }>().messages[0]!.id;
    header.outsider = await api.signIn(email);
    const audited = await api.app.inject({ url: '/api/audit?kind=queue', headers: header.admin });
    id.audited = audited.json<{ entries: { id: string }[] }>().entries[0]!.id;
    const own = await api.app.inject({ url: message!.mediaUrl, headers: header.admin });
    expect(own.body, 'the file is there for those who may').toContain(secret);
  }, 60_000);
  afterAll(() => api.close());

  it('has a recipe, so that a new one cannot be forgotten', () => {
    expect(routes.length).toBeGreaterThan(60);
    expect(routes.filter((route) => !recipeOf(route)).map(({ method, url }) => `${method} ${url}`)).toEqual(
      [],
    );
  });

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const tokenOf = (who: keyof typeof header) => header[who].authorization.replace('Bearer ', '');
  const claimsOf = (who: keyof typeof header): Record<string, unknown> =>
    JSON.parse(Buffer.from(tokenOf(who).split('.')[1]!, 'base64url').toString());
  /** The admin's claims, changed, under the admin's signature. */
  const tampered = (changes: object) => {
    const [head, , signature] = tokenOf('admin').split('.');
    const claims = Buffer.from(JSON.stringify({ ...claimsOf('admin'), ...changes })).toString('base64url');
    return bearer(`${head}.${claims}.${signature}`);
  };
  /** The admin's claims, changed, under our own key: what only we could sign. */
  const signed = (changes: object) => {
    const { iat: _, ...claims } = claimsOf('admin');
    return bearer(api.app.jwt.sign({ ...claims, ...changes }));
  };
  const unsigned = () => {
    const head = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    return bearer(`${head}.${tokenOf('admin').split('.')[1]}.`);
  };
  const seconds = () => Math.floor(Date.now() / 1_000);

  it.each<[string, number, () => Record<string, string>]>([
    ['no token', 401, () => ({})],
    [
      'a token signed by somebody else',
      401,
      () => ({ authorization: `Bearer ${forged(header.admin.authorization)}` }),
    ],
    ['a token signed by nobody', 401, unsigned],
    ['a token cut short', 401, () => ({ authorization: header.admin.authorization.slice(0, -3) })],
    ['no token at all, but the word', 401, () => ({ authorization: 'Bearer ' })],
    ['a token past its time', 403, () => signed({ exp: seconds() - 1 })],
    ['a token whose time was prolonged by its holder', 401, () => tampered({ exp: seconds() + 86_400 })],
    ['a token that was made an admin of ours', 401, () => tampered({ cid: companyId, sub: 'somebody' })],
    ['a token of another kind', 401, () => signed({ kind: 'refresh' })],
    ['a token for a company that does not exist', 401, () => signed({ cid: uuidv7() })],
    ['a token of ours for another company', 401, () => signed({ cid: claimsOf('other').cid })],
    [
      'a token of theirs for our company',
      401,
      () => signed({ ...claimsOf('other'), iat: undefined, cid: companyId }),
    ],
    ['a token of a session that is none', 401, () => signed({ sid: uuidv7() })],
    ['a token of a user that is none', 401, () => signed({ sub: uuidv7() })],
  ])('answers %s with %i, unless it is open to all, and says nothing', async (_name, refused, headers) => {
    const before = await stand();
    for (const route of routes) {
      // It ends the session of a token that we have signed ourselves, and with it the walk.
      if (route.url === '/api/auth/logout') continue;
      const { status, text } = await ask(route, headers());
      const where = `${route.method} ${route.url}: ${status} ${text.slice(0, 300)}`;
      if (!route.open) expect(status, where).toBe(route.byToken ? 401 : refused);
      expect(status, where).toBeLessThan(500);
      expect(text, where).not.toContain(ours);
      expect(text, where).not.toContain(number);
    }
    expect(await stand()).toEqual(before);
  });

  it('takes a token that only we could sign, so that those above are refused for what is wrong with them', async () => {
    const answer = await api.app.inject({ url: '/api/auth/me', headers: signed({ exp: seconds() + 60 }) });
    expect(answer.statusCode, answer.body).toBe(200);
  });

  const ofPeople = () => routes.filter(({ byToken }) => !byToken);

  it('what is for other systems lets no session of a person in', async () => {
    const closed = routes.filter(({ byToken }) => byToken);
    expect(closed.length).toBeGreaterThan(1);
    for (const route of closed)
      for (const one of [header.admin, header.other, header.outsider])
        expect((await ask(route, one)).status, `${route.method} ${route.url}`).toBe(401);
  });

  it("shows another company's admin nothing and lets them change nothing", async () => {
    const before = await stand();
    for (const route of ofPeople()) {
      if (route.url === '/api/auth/logout') continue;
      const { own, url, body } = recipeOf(route)!;
      const { status, text } = await ask(route, header.other);
      const where = `${route.method} ${route.url}: ${status} ${text.slice(0, 300)}`;
      expect(status, where).toBeLessThan(500);
      expect(text, where).not.toContain(ours);
      expect(text, where).not.toContain(number);
      const namesOurs =
        JSON.stringify([url, body]).includes(id.ticket) || (url !== undefined && url !== route.url);
      if (!own && namesOurs && route.url.startsWith('/api') && !route.url.includes('settings'))
        expect([403, 404], where).toContain(status);
    }
    expect(await stand()).toEqual(before);
  });

  it('shows an agent of another queue nothing of the ticket, and refuses what is for admins', async () => {
    const before = await stand();
    for (const route of ofPeople()) {
      if (route.url === '/api/auth/logout') continue;
      const { own, agent } = recipeOf(route)!;
      // What every agent of the company may do has its own specs.
      if (agent === 'may' && route.method !== 'GET') continue;
      if (own && route.method !== 'GET') continue;
      const { status, text } = await ask(route, header.outsider);
      const where = `${route.method} ${route.url}: ${status} ${text.slice(0, 300)}`;
      expect(status, where).toBeLessThan(500);
      expect(text, where).not.toContain(secret);
      if (!own && agent !== 'may') expect([403, 404], where).toContain(status);
    }
    expect(await stand()).toEqual(before);
  });

  it('the same requests of the admin get through: the walk above is not refused for being wrong', async () => {
    const refused: string[] = [];
    for (const route of ofPeople().filter(({ method }) => method === 'GET')) {
      const { own } = recipeOf(route)!;
      if (own) continue;
      const { status } = await ask(route, header.admin);
      if (status >= 400) refused.push(`${route.method} ${route.url}: ${status}`);
    }
    // No picture, no stored file and no simulated file of these ids; and nobody was erased.
    const none = /\/media\/(contacts|records|channels|:mediaId)|\/erasure:/;
    expect(refused.filter((line) => !none.test(line))).toEqual([]);
  });

  it.each(['ticket', 'tickets'])(
    'of GraphQL’s queries %s is refused as REST refuses it, or empty',
    async (name) => {
      const put = async (headers: Record<string, string>) => {
        const payload = { query: `{ ${queryOf(name)} }` };
        const answer = await api.app.inject({ method: 'POST', url: '/graphql', headers, payload });
        const { data, errors = [] } = answer.json<{
          data: Record<string, { tickets?: object[] } | null> | null;
          errors?: { extensions: { code: string } }[];
        }>();
        const [code] = errors.map(({ extensions }) => extensions.code);
        return { code, found: data?.[name]?.tickets?.length ?? data?.[name] ?? undefined, text: answer.body };
      };
      const isList = name === 'tickets';
      for (const [headers, code] of [
        [{}, 'ERR_NO_SESSION'],
        [bearer(forged(header.admin.authorization)), 'ERR_NO_SESSION'],
        [signed({ sid: uuidv7() }), 'ERR_NO_SESSION'],
        [signed({ exp: seconds() - 1 }), 'ERR_SESSION_EXPIRED'],
        [signed({ kind: 'refresh' }), 'ERR_NO_SESSION'],
        [header.other, isList ? undefined : 'ERR_NO_TICKET_FOUND'],
        [header.outsider, isList ? undefined : 'ERR_NO_PERMISSION'],
      ] as const) {
        const { text, ...answer } = await put(headers);
        expect(answer).toEqual({ code, found: isList && code === undefined ? 0 : undefined });
        expect(text).not.toContain(ours);
        expect(text).not.toContain(secret);
      }
      const { code, text } = await put(header.admin);
      expect([code, text.includes(secret), text.includes(number)], text).toEqual([undefined, true, true]);
    },
  );

  it('knows every query of GraphQL, so that a new one cannot be forgotten', () => {
    expect(Object.keys(makeSchema().getQueryType()!.getFields())).toEqual(Object.keys(queries()));
  });

  it('what the admin writes gets through: no route is safe only because it refuses everybody', async () => {
    // What other requests need goes last.
    const turn = ({ method, url }: Route): number => {
      if (url.endsWith('/logout')) return 5;
      if (url === '/api/messages/:id') return 1;
      if (method !== 'DELETE') return url === '/api/tickets/:id' ? 2 : 0;
      if (/\/(ticket-tags|ticket-notes|files|media-upload|whatsappsession)(\/|$)/.test(url)) return 2;
      return /\/(tickets|queue-options|queueOptions)\//.test(url) ? 3 : 4;
    };
    const gone = new Set<string>();
    for (const route of ofPeople()
      .filter(({ method }) => method !== 'GET')
      .sort((a, b) => turn(a) - turn(b))) {
      const { url = route.url, admin } = recipeOf(route)!;
      const { status, text } = await ask(route, header.admin);
      const where = `${route.method} ${route.url}: ${status} ${text.slice(0, 300)}`;
      const target = /(?<!session)\/:id$/.test(route.url) ? url.split('/').at(-1)! : '';
      if (admin) expect(admin, where).toContain(status);
      // The same record by its other route.
      else if (gone.has(target)) expect(status, where).toBe(404);
      else expect(status, where).toBeLessThan(300);
      if (route.method === 'DELETE' && target !== '') gone.add(target);
    }
  });
});

/** The same claims under another key. */
const forged = (authorization: string): string => {
  const [head, claims] = authorization.replace('Bearer ', '').split('.');
  return `${head}.${claims}.${Buffer.from('forged signature of thirty-two b').toString('base64url')}`;
};
