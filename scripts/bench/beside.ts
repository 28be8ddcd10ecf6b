import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionView } from '../../contract/connection.ts';
import { type Figure, percentileOf } from './measure.ts';
import type { SignedIn } from './signed-in.ts';

/** Resolves with the id of a connection of the simulator, which sends at once, when it is connected. */
export async function connect({ ask, post }: SignedIn, name: string): Promise<string> {
  const { id } = await post<ConnectionView>('whatsapp', { name, channel: 'simulator', queueIds: [] });
  await post(`whatsappsession/${id}`);
  for (let waited = 0; waited < 20_000; waited += 100) {
    if ((await ask<ConnectionView>(`whatsapp/${id}`)).status === 'CONNECTED') return id;
    await sleep(100);
  }
  throw new Error(`${name} did not connect`);
}

const number = '5511955500777';

/** Returns the ticket of whoever writes, whose first message opens it. */
async function ticketOf({ ask }: SignedIn): Promise<string> {
  for (let waited = 0; waited < 20_000; waited += 100) {
    const { tickets } = await ask<{ tickets: { id: string }[] }>(
      `tickets?showAll=true&searchParam=${number}`,
    );
    if (tickets[0]) return tickets[0].id;
    await sleep(100);
  }
  throw new Error('the first message did not come');
}

/**
 * Resolves when one customer writes ten times a second on a connection of their own and the admin, who has the
 * conversation open, hears it; with what ends that and says what was heard.
 */
export async function writeBeside(server: SignedIn, whatsappId: string) {
  const { url, token, companyId, post } = server;
  const write = (body: string) =>
    post(`channels/simulator/${whatsappId}/messages`, { number, name: 'Quem escreve', body });
  await write('Oi');
  const tickets = [await ticketOf(server)];
  const screen = fork(new URL('./push-clients.ts', import.meta.url).pathname, { execArgv: [] });
  screen.send({ url, companyId, tokens: [token], tickets, roomsOnly: true });
  await once(screen, 'message');
  screen.send('measure');
  let written = 0;
  const timer = setInterval(() => {
    written += 1;
    write(String(Date.now())).catch((error: unknown) => console.error(error));
  }, 100);
  const heardUntilNow = async () => {
    screen.send('report');
    const [{ delays }] = (await once(screen, 'message')) as [{ delays: number[] }];
    return { written, delays, heard: delays.reduce((sum, count) => sum + count, 0) };
  };
  return async () => {
    clearInterval(timer);
    for (let waited = 0; waited < 20_000 && (await heardUntilNow()).heard < written; waited += 500)
      await sleep(500);
    const heard = await heardUntilNow();
    screen.kill();
    return heard;
  };
}

/** Returns the figure of how soon a customer's message is on a screen while something large is done. */
export const pushBeside = (
  what: string,
  { written, delays, heard }: Awaited<ReturnType<Awaited<ReturnType<typeof writeBeside>>>>,
  target?: number,
): Figure => ({
  name: `${what}_push_p99_ms`,
  value: percentileOf(delays, 0.99),
  unit: 'ms',
  ...(target !== undefined && { target, atMost: true }),
  note: `a customer’s message on a screen meanwhile: ${heard} of ${written}; p50 ${percentileOf(delays, 0.5)} ms`,
});
