import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TicketView } from '../../contract/ticket.ts';
import { type Client, createClient } from './client.ts';

/** What was asked and acknowledged; bodies are unique and are what is looked for afterwards. */
export interface Ledger {
  /** Customers' messages: body → number. */
  readonly inbound: Map<string, string>;
  /** Agents' messages: body → number of the phone that must have it. */
  readonly outbound: Map<string, string>;
  /** Asked, never acknowledged: at most once. */
  readonly unsure: Set<string>;
}

export const createLedger = (): Ledger => ({ inbound: new Map(), outbound: new Map(), unsure: new Set() });

interface Load {
  readonly url: string;
  readonly connectionId: string;
  readonly ledger: Ledger;
  readonly round: number;
  readonly admin: Client;
  readonly seconds: number;
  /** Ends calls without an answer when the test itself fails. */
  readonly signal: AbortSignal;
}

const phones = 12;

/** Customers write and agents accept, answer and resolve until the time is over; calls under way are waited for. */
export async function runLoad(load: Load): Promise<void> {
  const { connectionId, ledger, round, admin } = load;
  const until = Date.now() + load.seconds * 1_000;
  const going = () => Date.now() < until && !load.signal.aborted;

  const customer = async (index: number) => {
    const number = `551190000${String(1_000 + index)}`;
    for (let turn = 0; going(); turn++) {
      const body = `in-${round}-${index}-${turn}-${randomUUID().slice(0, 8)}`;
      ledger.unsure.add(body);
      // The phone's own message id makes a repeated call the same message.
      const answer = await admin.call('POST', `/channels/simulator/${connectionId}/messages`, {
        number,
        name: `Cliente ${index}`,
        body,
        id: `PHONE-${body}`,
      });
      if (answer.status < 300) {
        ledger.inbound.set(body, number);
        ledger.unsure.delete(body);
      }
      await sleep(Math.random() * 120);
    }
  };

  const agent = async (email: string, own: boolean) => {
    const client = own ? admin : createClient(load.url, email, load.signal);
    while (going()) {
      const ours = async (status: 'pending' | 'open') =>
        (
          await client.call<{ tickets?: TicketView[] }>('GET', `/tickets?status=${status}`)
        ).body.tickets?.filter((ticket) => ticket.contact.number.startsWith('55119000')) ?? [];
      const pending = await ours('pending');
      // Those kept open from before are answered too: otherwise later rounds would have nothing to say.
      const choices = pending.length > 0 ? pending : await ours('open');
      const ticket = choices[Math.floor(Math.random() * choices.length)];
      if (!ticket) {
        await sleep(50);
        continue;
      }
      if (
        ticket.status === 'pending' &&
        (await client.call('PUT', `/tickets/${ticket.id}`, { status: 'open' })).status >= 300
      )
        continue;
      const answers = 1 + Math.floor(Math.random() * 3);
      for (let turn = 0; turn < answers; turn++) {
        const body = `out-${round}-${randomUUID()}`;
        ledger.unsure.add(body);
        const sent = await client.call('POST', `/messages/${ticket.id}`, { body, messageId: randomUUID() });
        if (sent.status < 300) {
          ledger.outbound.set(body, ticket.contact.number);
          ledger.unsure.delete(body);
        }
        await sleep(Math.random() * 60);
      }
      if (Math.random() < 0.6) await client.call('PUT', `/tickets/${ticket.id}`, { status: 'closed' });
    }
  };

  await Promise.all([
    ...Array.from({ length: phones }, (_, index) => customer(index)),
    agent('ana@demo.example', false),
    agent('admin@demo.example', true),
  ]);
}
