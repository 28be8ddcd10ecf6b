import { createCompanies } from './desk/companies.ts';
import { createConnections } from './desk/connections.ts';
import { createContacts } from './desk/contacts.ts';
import type { DeskOptions } from './desk/kit.ts';
import { createKit } from './desk/kit.ts';
import { createRecords } from './desk/records.ts';
import { createTickets } from './desk/tickets.ts';
import { createUsers } from './desk/users.ts';
import type { Desk } from './desk.ts';

export type { DeskOptions } from './desk/kit.ts';

/**
 * Every command of the product over one event store. `hmac` names claims (keep its key for ever: another key would
 * forget who holds what); `newId` gives UUIDs v7; `log` hears of retries. Several desks, in one process or many, may
 * share a store.
 */
export const createDesk = (options: DeskOptions): Desk => {
  const kit = createKit(options);
  const tickets = createTickets(kit);
  return {
    tickets,
    contacts: createContacts(kit, tickets),
    users: createUsers(kit),
    companies: createCompanies(kit),
    connections: createConnections(kit),
    records: createRecords(kit),
  };
};
