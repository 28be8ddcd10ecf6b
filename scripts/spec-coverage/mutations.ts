/** One way to break a line of the specification: a test that its row names must fail. */
export interface Mutation {
  /** The line, as `docs/spec-coverage.md` has it. */
  readonly line: string;
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly from: string;
  readonly to: string;
}

/** Of rows drawn at random from all that are said to be done, and of those whose tests were found weak before. */
export const mutations: readonly Mutation[] = [
  {
    line: 'Admin only: queues of a user, user-modal:editQueues',
    file: 'api/users/input.ts',
    from: '...(!editQueues && queueIds',
    to: '...(false && queueIds',
  },
  {
    line: 'ERR_WAPP_INVALID_CONTACT',
    file: 'api/routes/contacts.ts',
    from: 'if (!found.exists)',
    to: 'if (false)',
  },
  {
    line: 'ERR_DELETE_WAPP_MSG',
    file: 'gateway/failures.ts',
    from: "deleteRefused: { code: 'ERR_DELETE_WAPP_MSG'",
    to: "deleteRefused: { code: 'ERR_SENDING_WAPP_MSG'",
  },
  {
    line: 'Connection statuses CONNECTED, qrcode, PAIRING, DISCONNECTED, TIMEOUT, OPENING',
    file: 'domain/connection/connection.ts',
    from: 'return same(next, report) ? [] :',
    to: 'return false ? [] :',
  },
  {
    line: 'A company’s time zone rules days, hours and charts',
    file: 'api/http/company-time.ts',
    from: "names.get('companies', companyId)?.timeZone ?? defaultTimeZone",
    to: "names.get('companies', companyId)?.name === '' ? defaultTimeZone : 'UTC'",
  },
  {
    line: 'New user: profile user, allTicket desabled',
    file: 'api/routes/users.ts',
    from: "profile = 'user'",
    to: "profile = 'admin'",
  },
  {
    line: 'Plan flags useCampaigns, useKanban, useOpenAi, useIntegrations, useSchedules, useInternalChat, useExternalApi per company',
    file: 'domain/company/features.ts',
    from: 'flags.includes(feature) &&',
    to: '',
  },
  {
    line: '… or a send is in progress',
    file: 'console/plugins/tickets/model/outbox.ts',
    from: "if (item.state === 'waiting' && !busy.has(item.ticketId))",
    to: "if (item.state === 'waiting')",
  },
  {
    line: '… a new message bumps its ticket to the top, unread',
    file: 'console/plugins/tickets/model/ticket-list.ts',
    from: 'document.preview.id !== held.preview?.id',
    to: 'document.preview.id === ""',
  },
  {
    line: 'Message: body',
    file: 'projections/messages.ts',
    from: 'body: data.body,',
    to: "body: '',",
  },
  {
    line: 'User: id, name, email, profile, companyId, whatsappId, queues, super',
    file: 'api/views/account.ts',
    from: 'queues: queuesOf(names, user.queueIds),\n  position',
    to: 'queues: [{ id: "x", name: "x", color: "#000000" }],\n  position',
  },
  {
    line: 'POST /messages/{ticketId}, multipart: medias, body, fromMe',
    file: 'api/messages/compose.ts',
    from: "body: index === 0 ? body : '',",
    to: 'body,',
  },
  {
    line: 'company-{id}-user',
    file: 'projections/users.ts',
    from: "on: ['UserCreated', 'UserUpdated', 'UserDeleted'],",
    to: "on: ['UserCreated', 'UserUpdated'],",
  },
  {
    line: 'Own messages can be deleted',
    file: 'domain/ticket/decide-messages.ts',
    from: "return [{ type: 'MessageDeleted', data: { ...routed(ticket, messageId), byContact } }];",
    to: 'return [];',
  },
  {
    line: 'ERR_NO_DEF_WAPP_FOUND',
    file: 'api/tickets/references.ts',
    from: 'all.find((connection) => connection.isDefault) ?? (all.length === 1 ? all[0] : undefined)',
    to: 'all[0]',
  },
  {
    line: '… else the raw text, else a plain string, else ‘An error occurred!’',
    file: 'console/shell/notify.ts',
    from: "_: raw === '' ? translate('errors.generic') : raw",
    to: '_: raw',
  },
  {
    line: 'ERR_WAPP_CHECK_CONTACT',
    file: 'api/contacts/number-check.ts',
    from: "'ERR_WAPP_NOT_INITIALIZED' : 'ERR_WAPP_CHECK_CONTACT',",
    to: "'ERR_WAPP_NOT_INITIALIZED' : 'ERR_WAPP_INVALID_CONTACT',",
  },
  {
    line: 'ERR_WAPP_NOT_INITIALIZED',
    file: 'gateway/number-checks.ts',
    from: "...(early && { because: 'not-initialized' as const })",
    to: '',
  },
  {
    line: 'GET/PUT /users/{id}',
    file: 'api/users/input.ts',
    from: "const empty = z.literal('').transform(() => undefined);",
    to: "const empty = z.literal('\\u0000').transform(() => undefined);",
  },
  {
    line: '… label cut at 35 characters',
    file: 'console/plugins/tickets/model/quick-replies.ts',
    from: 'LABEL_LENGTH = 35',
    to: 'LABEL_LENGTH = 36',
  },
  {
    line: 'Quick-reply label 35 characters',
    file: 'console/plugins/tickets/model/quick-replies.ts',
    from: ".join('')}…`",
    to: ".join('')}`",
  },
  {
    line: 'open → return → pending, user cleared',
    file: 'domain/ticket/ticket.ts',
    from: "return [{ type: 'TicketReturned', data: { ticketId: ticket.ticketId, before: before(ticket) } }];",
    to: 'return [];',
  },
  {
    line: 'GET /tickets/{id}; GET /tickets/u/{uuid} → ticket',
    file: 'domain/access/policy.ts',
    from: 'ticket.queueId === null ? scope.noQueue : scope.queueIds.includes(ticket.queueId)',
    to: 'ticket.queueId === null ? scope.noQueue : true',
  },
  {
    line: 'ERR_DUPLICATED_CONTACT',
    file: 'domain/desk/contacts.ts',
    from: "code: 'ERR_DUPLICATED_CONTACT' as const,",
    to: "code: 'ERR_CONFLICT' as const,",
  },
  {
    line: 'Catch-up without gaps after a reconnect',
    file: 'api/live/replay.ts',
    from: 'readStore.changes(companyId, from, longest + 1)',
    to: 'readStore.changes(companyId, from + 1, longest + 1)',
  },
  {
    line: 'ERR_WAPP_GREETING_REQUIRED',
    file: 'domain/connection/connection.ts',
    from: 'fields.queueIds.length > 1 &&',
    to: 'fields.queueIds.length > 99 &&',
  },
  {
    line: 'Admin only: dashboard',
    file: 'domain/access/policy.ts',
    from: "const table = {\n  user: ['quick-messages:own'],",
    to: "const table = {\n  user: ['quick-messages:own', 'dashboard:view'],",
  },
  {
    line: '… delete removes; updateUnread resets the unread count',
    file: 'console/plugins/tickets/model/ticket-list.ts',
    from: '{ ...held, unreadMessages: 0 }',
    to: '{ ...held }',
  },
  {
    line: '… may carry invalido',
    file: 'api/routes/contacts.ts',
    from: 'if (!exists) return { invalido: true as const, name: fields.name, number };',
    to: '',
  },
  {
    line: 'GET /auth/me → current user',
    file: 'api/views/account.ts',
    from: 'name: company.name,',
    to: "name: '',",
  },
  {
    line: 'Age label: 3-10 minutes green',
    file: 'console/plugins/tickets/model/age.ts',
    from: 'minutes >= 3 && minutes <= 10',
    to: 'minutes >= 3 && minutes <= 11',
  },
  {
    line: '… 30-59 minutes orange',
    file: 'console/plugins/tickets/model/age.ts',
    from: 'minutes >= 30 &&',
    to: 'minutes >= 29 &&',
  },
  {
    line: 'GET /dashboard/ticketsUsers: initialDate, finalDate, companyId → data, count',
    file: 'api/routes/dashboard.ts',
    from: '.filter(({ quantity }) => quantity > 0)',
    to: '.filter(({ quantity }) => quantity > 1)',
  },
  {
    line: 'GET /dashboard/ticketsDay: initialDate, finalDate, companyId → data, count',
    file: 'api/routes/dashboard.ts',
    from: 'if (one.hour >= from) total += one.opened;',
    to: 'total = one.opened;',
  },
  {
    line: 'GET /tickets: searchParam',
    file: 'api/tickets/list-query.ts',
    from: 'if (query.contactId) where.contactId = query.contactId;',
    to: 'if (query.searchParam) where.contactId = query.searchParam;',
  },
  {
    line: 'GET /tickets: tags, users',
    file: 'api/tickets/list-query.ts',
    from: 'where.userId = { in: query.users };',
    to: '',
  },
  {
    line: 'Dashboard: totalWhatsappSessions, totalCompanies',
    file: 'api/routes/dashboard.ts',
    from: '...(session.super && (await platform())),',
    to: '...(await platform()),',
  },
  {
    line: 'Contact name 2-50, number 8-50',
    file: 'console/shell/contacts/contact-form.ts',
    from: 'length(values.number, 8, 50)',
    to: 'length(values.number, 7, 50)',
  },
  {
    line: '‘Show all’ switch (admins; by product.md supervisors too)',
    file: 'api/tickets/list-query.ts',
    from: "query.showAll === true && can(session, 'tickets-manager:showall')",
    to: 'query.showAll === true',
  },
  {
    line: 'DELETE /auth/logout',
    file: 'api/routes/auth.ts',
    from: 'if (held && (await sessions.end(held.sub, held.sid))) {',
    to: 'if (held) {',
  },
  {
    line: 'Contact: e-mail valid if given; ‘Invalid email’',
    file: 'console/shell/contacts/contact-form.ts',
    from: "values.email.trim() !== '' &&",
    to: '',
  },
  {
    line: 'ERR_CREATING_TICKET',
    file: 'api/tickets/references.ts',
    from: 'if (!contact.number && contact.aliases.length === 0)',
    to: 'if (false)',
  },
  {
    line: 'Dashboard: avgSupportTime, avgWaitTime in minutes',
    file: 'projections/activity.ts',
    from: "const time = before.status === 'open' ? { handled: 1, handledMs } : {};",
    to: "const time = before.status === 'open' ? { handled: 2, handledMs } : {};",
  },
  {
    line: 'Any message can be replied to',
    file: 'domain/ticket/decide-messages.ts',
    from: '((at.messages && findSent(at.messages, quoted.externalId)) ?? quoted.inboundId)',
    to: 'quoted.inboundId',
  },
  {
    line: 'Note: required, at least 2 characters',
    file: 'domain/ticket/decide-notes.ts',
    from: 'shortestNote = 2',
    to: 'shortestNote = 1',
  },
  {
    line: 'Another login of the account forces this session out',
    file: 'api/auth/sessions.ts',
    from: "if (entry.sid !== sid) return 'elsewhere';",
    to: '',
  },
  {
    line: 'company-{id}-auth',
    file: 'projections/users.ts',
    from: "on: ['UserLoggedIn', 'UserLoggedOut', 'UserPasswordChanged', 'UserDeleted'],",
    to: "on: ['UserPasswordChanged'],",
  },
  {
    line: 'Tags',
    file: 'domain/records/tag.ts',
    from: "create: 'everyone'",
    to: "create: 'tags:manage'",
  },
  {
    line: 'DEMO adds a demo company with a simulated connection whose pretend customers write',
    file: 'gateway/pretend-customers/customers.ts',
    from: 'if (notYet(quietUntil, at)) return false;',
    to: '',
  },
  {
    line: 'Tables show a short number a company',
    file: 'projections/records.ts',
    from: 'number: numberOf(companion, event),',
    to: 'number: event.position % 1 || 1,',
  },
];
