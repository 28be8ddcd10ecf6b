import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderTransport } from '../../gateway/mail/transports.ts';
import { password, startTestApi } from '../../testing/api.ts';
import { hashPassword } from '../auth/passwords.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let mailFolder: string;
beforeEach(async () => {
  mailFolder = await mkdtemp(join(tmpdir(), 'balcao-mail-'));
  api = await startTestApi({ mailFolder });
});
afterEach(async () => {
  await api.close();
  await rm(mailFolder, { recursive: true });
});

const read = (headers: Record<string, string>) => api.app.inject({ url: '/api/mails', headers });

it('letters without a mail server are for the super user at this machine, and for nobody else', async () => {
  const { companyId, email } = await api.company('Loja');
  const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
  expect((await read(await api.signIn(email))).statusCode).toBe(403);
  const { position } = await api.desk.users.create(context, {
    ...{ name: 'Root', email: 'root@example.org', profile: 'admin', super: true },
    passwordHash: await hashPassword(password),
  });
  await api.reached(position);
  const headers = await api.signIn('root@example.org');
  expect((await read(headers)).json()).toEqual({ hasServer: false, mails: [] });
  await folderTransport({ folder: mailFolder, from: 'Balcão <desk@example.com>' }).send({
    ...{ id: '1', to: 'bia@example.org', subject: 'Código: 012345', text: 'Olá, Ação!', html: '<p>Olá</p>' },
  });
  expect((await read(headers)).json()).toEqual({
    hasServer: false,
    mails: [
      {
        name: expect.stringMatching(/\.eml$/),
        ...{ to: 'bia@example.org', subject: 'Código: 012345', text: expect.stringContaining('Olá, Ação!') },
        at: expect.any(String),
      },
    ],
  });
  for (const forwarded of ['x-forwarded-for', 'forwarded', 'via'])
    expect((await read({ ...headers, [forwarded]: '10.0.0.1' })).statusCode).toBe(403);
});
