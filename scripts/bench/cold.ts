import { pino } from 'pino';
import { createDesk } from '../../domain/desk/desk.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { openStores } from '../../server/stores.ts';
import { embeddedIn } from './embedded.ts';
import { type Bench, inFolder, percentile, round } from './measure.ts';

/** Returns the figures of a command on a ticket of 10,000 messages by a process that has nothing of it in memory. */
export const cold: Bench = ({ quick }) =>
  inFolder(async (folder) => {
    const messages = quick ? 2_000 : 10_000;
    const log = pino({ level: 'error' });
    const { eventStore, contactKeys, snapshots, close } = await openStores(embeddedIn(folder), log);
    const hmac = (value: string) => Buffer.from(value).toString('hex');
    const now = () => new Date();
    const startDesk = (withSnapshots: boolean) =>
      createDesk({
        eventStore,
        contactKeys,
        log,
        newId,
        hmac,
        now,
        snapshots: withSnapshots ? snapshots : undefined,
      });
    const system = { companyId: newId(), actor: { kind: 'system', id: 'bench' } } as const;
    const [connectionId, contactId] = [newId(), newId()];
    const writer = startDesk(true);
    let ticketId = '';
    for (let number = 0; number < messages; number++)
      ({ ticketId } = await writer.tickets.receive(system, {
        connectionId,
        contactId,
        queueId: null,
        externalId: `E${number}`,
        fromMe: false,
        body: `Mensagem ${number}: chegou tudo certinho, muito obrigada!`,
        mediaType: 'chat',
        sentAt: new Date().toISOString(),
      }));
    const opened = async (withSnapshots: boolean, rounds: number) => {
      const took: number[] = [];
      for (let turn = 0; turn < rounds; turn++) {
        const desk = startDesk(withSnapshots);
        const began = performance.now();
        await desk.tickets[turn % 2 === 0 ? 'markRead' : 'markUnread'](system, { ticketId });
        took.push(performance.now() - began);
      }
      return took;
    };
    const whole = await opened(false, 5);
    const took = await opened(true, 40);
    await close();
    return [
      {
        name: 'cold_ticket_ms',
        value: round(percentile(took, 0.5)),
        unit: 'ms',
        target: 10,
        atMost: true,
        note: `a command on a ticket of ${messages} messages, nothing of it in memory: p50 of ${took.length}, p99 ${round(percentile(took, 0.99))} ms; read from its beginning ${round(percentile(whole, 0.5))} ms`,
      },
    ];
  });
