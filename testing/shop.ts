import { afterAll, beforeAll } from 'vitest';
import type { ContactView } from '../contract/contact.ts';
import { startTestApi } from './api.ts';

/** The API of a company with one connection, its admin, and customers who write: for all tests of the file that calls this. */
export function withShop() {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let admin: { authorization: string };
  let companyId = '';
  let connectionId = '';
  beforeAll(async () => {
    api = await startTestApi();
    const company = await api.company('Loja');
    companyId = company.companyId;
    admin = await api.signIn(company.email);
    ({ connectionId } = await api.desk.connections.create(shop.system(), {
      name: 'Loja',
      channel: 'simulator',
    }));
  });
  afterAll(() => api.close());
  const shop = {
    get api() {
      return api;
    },
    get connectionId() {
      return connectionId;
    },
    system: () => ({ companyId, actor: { kind: 'system', id: 'test' } }) as const,
    /** Asks as the admin. */
    ask: async <T>(method: string, url: string, payload?: object) => {
      const answer = await api.app.inject({
        method: method as 'GET',
        url,
        headers: { ...admin },
        ...(payload && { payload }),
      });
      return { status: answer.statusCode, body: answer.json() as T };
    },
    /** Returns the ticket that a message of the contact is in, once the lists have it; its text is its id. */
    says: async (contactId: string, externalId: string, more = {}) => {
      const { ticketId, position } = await api.desk.tickets.receive(shop.system(), {
        connectionId,
        queueId: null,
        contactId,
        externalId,
        fromMe: false,
        body: externalId,
        mediaType: 'chat',
        sentAt: new Date().toISOString(),
        ...more,
      });
      await api.reached(position);
      return ticketId;
    },
    newContact: async (name: string, number: string) =>
      (await shop.ask<ContactView>('POST', '/api/contacts', { name, number })).body,
  };
  return shop;
}
