import { setTimeout as sleep } from 'node:timers/promises';
import type { Desk } from '../../domain/desk/desk.ts';
import { createAnswers } from './answers.ts';
import { startConnected, written } from './inbound.ts';
import { type Bench, inFolder, percentile, round } from './measure.ts';

const perSecond = 500;
/** What one person writes after the other: a greeting, a queue, an option, back, and what is no answer. */
const course = ['Oi', '1', '1', '#', '2'] as const;
const tickMs = 10;
/** How long is waited for what was not answered yet when the last message is written. */
const patienceMs = 10_000;

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

/**
 * Returns the figures of the way driver → durable → the bot's turn → durable → driver: 500 messages a second, each of
 * which the bot answers. Measured warm, as the other figures are; what the first people wait for a process that has
 * just started is told beside it.
 */
export const bot: Bench = ({ quick, scale }) =>
  inFolder(async (folder) => {
    const people = { cold: 1_000, warm: (quick ? 2_000 : 6_000) * scale };
    const conversations: ReturnType<typeof createAnswers>[] = [];
    const { handler, stop } = await startConnected(folder, {
      prepare: setUp,
      send: async ({ to }) => void conversations.some((one) => one.answers(to)),
    });
    /** Resolves with how long each answer took, and how many messages a second were written. */
    const converse = async (first: number, number: number) => {
      const conversation = createAnswers();
      conversations.push(conversation);
      const count = number * course.length;
      const began = performance.now();
      for (let next = 0; next < count; await sleep(tickMs)) {
        const due = Math.min(count, Math.floor(((performance.now() - began) / 1_000) * perSecond));
        for (; next < due; next++) {
          const person = first + (next % number);
          const event = written(first * course.length + next, person, course[Math.floor(next / number)]!);
          const [address] = event.message.addresses as [string];
          conversation.asks(address);
          void handler(event);
        }
      }
      const rate = count / ((performance.now() - began) / 1_000);
      return { ...(await conversation.settle(patienceMs)), rate };
    };
    const cold = await converse(0, people.cold);
    const { waits, unanswered, rate } = await converse(people.cold, people.warm);
    await stop();
    return [
      {
        name: 'bot_answers_p99_ms',
        value: round(percentile(waits, 0.99)),
        unit: 'ms',
        target: 100,
        atMost: true,
        note: `${Math.round(rate)} messages/s of ${people.warm} contacts, by the bot; driver to driver p50 ${round(percentile(waits, 0.5))} ms; p99 of the first ${cold.waits.length} after a start ${round(percentile(cold.waits, 0.99))} ms`,
      },
      {
        name: 'bot_not_answered',
        value: unanswered + cold.unanswered,
        unit: 'messages',
        target: 0,
        atMost: true,
        note: `of ${waits.length + cold.waits.length}, ${patienceMs / 1_000} s after the last was written; their waits so far are among those above`,
      },
    ];
  });
