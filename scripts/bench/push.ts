import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { hashPassword } from '../../api/auth/passwords.ts';
import { createPhoneNetwork } from '../../channels/simulator/phone-network.ts';
import type { Desk } from '../../domain/desk/desk.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { createLink } from '../../messaging/links.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { readConfig } from '../../server/config.ts';
import { farQuotas } from '../../server/quota-settings.ts';
import { startRoles } from '../../server/roles.ts';
import { type Bench, inFolder, percentileOf, round } from './measure.ts';

const companyId = '0b0e2a3c-2f3e-5a55-8a38-7a0f4f1f2c11';
const agents = 200;
const perSecond = 500;
const contacts = 400;

/**
 * Returns the figures of 500 messages/s through the simulated phones while 200 agents in another process watch; one in
 * ten has a ticket open.
 */
export const push: Bench = ({ quick }) =>
  inFolder(async (folder) => {
    const config = readConfig(
      { ...farQuotas, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', DEMO: '0', PATH: process.env.PATH },
      { demo: false },
    );
    const users: string[] = [];
    let connectionId = '';
    let desk: Desk | undefined;
    const running = await startRoles(config, pino({ level: 'error' }), {
      prepare: async (prepared) => {
        desk = prepared;
        const system = { companyId, actor: { kind: 'system', id: 'bench' } } as const;
        const passwordHash = await hashPassword('bench-1234');
        await prepared.companies.create(system, { name: 'Bench' });
        for (let number = 0; number < agents; number++)
          users.push(
            (
              await prepared.users.create(system, {
                name: `Agente ${number}`,
                email: `agent${number}@bench.example`,
                profile: 'admin',
                passwordHash,
              })
            ).userId,
          );
        ({ connectionId } = await prepared.connections.create(system, {
          name: 'Bench',
          channel: 'simulator',
        }));
        await prepared.connections.requestSession(system, { connectionId, wanted: 'start' });
      },
    });
    try {
      const { state } = running.stores;
      const phones = createPhoneNetwork({ state, newId, now: () => new Date() });
      const write = (number: number) =>
        phones.deliver(connectionId, {
          number: `55119${String(10_000_000 + (number % contacts))}`,
          name: `Contato ${number % contacts}`,
          body: String(Date.now()),
        });
      for (let number = 0; number < contacts; number++) await write(number);
      await sleep(2_000);
      const reader = running.stores.readStore.forCompany(companyId);
      const tickets = (
        await reader.find<{ id: string; companyId: string; position: number }>('tickets', {
          limit: agents / 10,
          sort: ['-updatedAt'],
        })
      ).map(({ id }) => id);
      const url = `http://127.0.0.1:${running.port}`;
      const tokens: string[] = [];
      for (const [index, userId] of users.entries()) {
        const user = await reader.get<UserDocument>('users', userId);
        if (user)
          tokens.push(await signIn(url, await createLink(state, 'signin', user), `127.0.1.${index + 1}`));
      }
      const clients = fork(new URL('./push-clients.ts', import.meta.url).pathname, { execArgv: [] });
      clients.send({ url, companyId, tokens, tickets });
      await once(clients, 'message');

      const seconds = quick ? 5 : 30;
      // At the same pace, and not measured: both processes compile what they are about to do.
      const warmUp = quick ? 2 : 10;
      const began = performance.now();
      let sent = 0;
      let measuring = false;
      while (performance.now() - began < (warmUp + seconds) * 1_000) {
        if (!measuring && performance.now() - began >= warmUp * 1_000) {
          measuring = true;
          clients.send('measure');
        }
        const due = Math.floor(((performance.now() - began) / 1_000) * perSecond);
        const wave = [];
        while (sent < due) wave.push(write(sent++));
        await Promise.all(wave);
        await sleep(4);
      }
      const rate = sent / ((performance.now() - began) / 1_000);
      await sleep(1_500);
      clients.send('report');
      const [{ delays, frames }] = (await once(clients, 'message')) as [{ delays: number[]; frames: number }];
      clients.kill();
      if (desk === undefined || !delays.some((count) => count > 0)) throw new Error('the agents saw nothing');
      return [
        {
          name: 'push_p99_ms',
          value: percentileOf(delays, 0.99),
          unit: 'ms',
          target: 50,
          atMost: true,
          note: `${round(rate, 0)} messages/s, ${agents} agents, ${frames.toLocaleString('en')} frames; p50 ${percentileOf(delays, 0.5)} ms, p90 ${percentileOf(delays, 0.9)} ms, max ${percentileOf(delays, 1)} ms`,
        },
      ];
    } finally {
      await running.stop();
    }
  });

/** Resolves with who is signed in, from an address of their own: logins are limited per address. */
export function signIn(url: string, link: string, localAddress: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request(
      `${url}/api/auth/link`,
      { method: 'POST', localAddress, headers: { 'content-type': 'application/json' } },
      (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => {
          const { token } = JSON.parse(body) as { token?: string };
          if (token) resolve(token);
          else reject(new Error(body));
        });
      },
    );
    call.on('error', reject);
    call.end(JSON.stringify({ token: link }));
  });
}
