import { createApiTokens } from './api-tokens.ts';
import { createCampaigns } from './campaigns.ts';
import { createChats } from './chats.ts';
import { createCompanies } from './companies.ts';
import { createConnections } from './connections.ts';
import { createContactLists } from './contact-lists.ts';
import { createContacts } from './contacts/contacts.ts';
import { createInvoices } from './invoices.ts';
import { createRecords } from './records.ts';
import type { DeskOptions } from './runtime.ts';
import { createRuntime } from './runtime.ts';
import { createSchedules } from './schedules.ts';
import { createTickets } from './tickets/tickets.ts';
import { createUsers } from './users.ts';

export type { Context, Outcome } from './context.ts';
export type { DeskOptions } from './runtime.ts';
export type { NewMessage } from './tickets/messages.ts';
export type { InboundMessage } from './tickets/receiving/message-ids.ts';

/**
 * Returns every command of the product over one event store. Refusals are DomainErrors with the spec's codes; scope is
 * checked inside the decisions. Several desks, in one process or many, may share a store.
 * @param options.hmac names claims: keep its key for ever, for another would forget who holds what
 */
export const createDesk = (options: DeskOptions) => {
  const runtime = createRuntime(options);
  const tickets = createTickets(runtime);
  const { commands: companies, places, planUse, companyOf } = createCompanies(runtime);
  const { roleUse, ...users } = createUsers(runtime, places);
  return {
    tickets,
    contacts: createContacts(runtime, tickets),
    users: { ...users, withRole: roleUse.usersOf },
    companies,
    invoices: createInvoices(runtime, { companyOf, planUse }),
    connections: createConnections(runtime, places),
    schedules: createSchedules(runtime),
    campaigns: createCampaigns(runtime),
    chats: createChats(runtime),
    contactLists: createContactLists(runtime),
    apiTokens: createApiTokens(runtime),
    records: createRecords(runtime, places, { plan: planUse.deleting, role: roleUse.deleting }),
  };
};

export type Desk = ReturnType<typeof createDesk>;
