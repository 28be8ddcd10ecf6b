import { setTimeout as sleep } from 'node:timers/promises';
import type { Desk } from '../../domain/desk/desk.ts';
import { startConnected, written } from './inbound.ts';
import { type Bench, inFolder, percentile, round } from './measure.ts';

const perSecond = 500;
/** What one person writes after the other: a greeting, a queue, an option, back, and what is no answer. */
const course = ['Oi', '1', '1', '#', '2'] as const;
const tickMs = 10;

async function setUp(desk: Desk, { companyId, connectionId }: { companyId: string; connectionId: string }) {
  const context = { companyId, actor: { kind: 'system', id: 'bench' } } as const;
  const queueIds = ['Suporte', 'Vendas'];
  for (const [at, id] of queueIds.entries())
    await desk.records('queue').create(context, {
      id: `${companyId}-${id}`,
      name: id,
      color: `#00000${at}`,
      orderQueue: at,
      greetingMessage: `Aqui é ${id}, {{firstName}}.`,
    });
  for (const option of ['1', '2', '3'])
    await desk.records('queueOption').create(context, {
      id: `${companyId}-${option}`,
      title: `Assunto ${option}`,
      message: `Sobre ${option}`,
      option,
      queueId: `${companyId}-Suporte`,
    });
  await desk.connections.update(context, {
    connectionId,
    name: 'Bench',
    channel: 'simulator',
    isDefault: true,
    queueIds: queueIds.map((id) => `${companyId}-${id}`),
    greetingMessage: 'Olá {{firstName}}, protocolo {{protocol}}.',
  });
}

/** Driver → durable → the bot's turn → durable → driver: 500 messages a second, each of which the bot answers. */
export const bot: Bench = ({ quick, scale }) =>
  inFolder(async (folder) => {
    const people = (quick ? 2_000 : 6_000) * scale;
    const asked = new Map<string, number[]>();
    const delays: number[] = [];
    const { handler, stop } = await startConnected(folder, {
      prepare: setUp,
      send: async ({ to }) => {
        const began = asked.get(to)?.shift();
        if (began !== undefined) delays.push(performance.now() - began);
      },
    });
    const count = people * course.length;
    const began = performance.now();
    let next = 0;
    for (; next < count; await sleep(tickMs)) {
      const due = Math.min(count, Math.floor(((performance.now() - began) / 1_000) * perSecond));
      for (; next < due; next++) {
        const person = next % people;
        const event = written(next, person, course[Math.floor(next / people)]!);
        const [address] = event.message.addresses as [string];
        asked.set(address, [...(asked.get(address) ?? []), performance.now()]);
        void handler(event);
      }
    }
    const seconds = (performance.now() - began) / 1_000;
    for (let waited = 0; delays.length < count && waited < 10_000; waited += 50) await sleep(50);
    await stop();
    if (delays.length < count) throw new Error(`${count - delays.length} of ${count} were not answered`);
    return [
      {
        name: 'bot_answers_p99_ms',
        value: round(percentile(delays, 0.99)),
        unit: 'ms',
        target: 100,
        atMost: true,
        note: `${Math.round(count / seconds)} messages/s of ${people} contacts, each answered; driver to driver p50 ${round(percentile(delays, 0.5))} ms`,
      },
    ];
  });
