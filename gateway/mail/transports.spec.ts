import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { MailRefused } from '../../domain/ports/mail-transport.ts';
import { mailTransport } from './transports.ts';

const from = 'Balcão <desk@casalume.example>';
const mail = {
  id: 'reset/1',
  to: 'ana@example.org',
  subject: 'Código: 012345',
  text: 'Olá, Ação!',
  html: '<p>Olá, Ação!</p>',
};
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0)) await each();
});

async function startServer(options: { refuse?: number; refuseSender?: number } = {}) {
  const letters: { to: string[]; raw: string; user: unknown }[] = [];
  const answer = (code: number | undefined, done: (error?: Error) => void) =>
    code === undefined ? done() : done(Object.assign(new Error('refused'), { responseCode: code }));
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], allowInsecureAuth: true, hideSTARTTLS: true },
    onAuth: ({ username, password }, _session, done) =>
      password === 'geheim' ? done(null, { user: username }) : done(new Error('no')),
    onMailFrom: (_address, _session, done) => answer(options.refuseSender, done),
    onRcptTo: (_address, _session, done) => answer(options.refuse, done),
    onData: (stream, session, done) => {
      let raw = '';
      stream.on('data', (chunk: Buffer) => {
        raw += chunk;
      });
      stream.on('end', () => {
        letters.push({ raw, to: session.envelope.rcptTo.map(({ address }) => address), user: session.user });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { letters, port };
}

/** Starts a server that speaks as others do until the letter is to come, and from there on without an end. */
async function startTalker() {
  const lines: Socket[] = [];
  const server = createServer((line) => {
    lines.push(line);
    line.on('error', () => {});
    line.write('220 desk\r\n');
    line.on('data', (said) => {
      if (!String(said).startsWith('DATA')) return line.write('250 desk\r\n');
      const timer = setInterval(() => line.write('354-wait\r\n'), 20);
      return line.on('close', () => clearInterval(timer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(async () => {
    for (const line of lines) line.destroy();
    server.close();
  });
  return { lines, port: (server.address() as AddressInfo).port };
}

describe('a mail server', () => {
  it('gets the letter with the same Message-ID each time it is sent, from whom it logs in as', async () => {
    const { letters, port } = await startServer();
    const transport = mailTransport({ smtpUrl: `smtp://desk:geheim@127.0.0.1:${port}`, from, folder: '' });
    await transport.send(mail);
    await transport.send(mail);
    const [one, other] = await Promise.all(letters.map(({ raw }) => PostalMime.parse(raw)));
    expect(letters).toMatchObject([{ to: ['ana@example.org'], user: 'desk' }, {}]);
    expect(one).toMatchObject({
      subject: mail.subject,
      from: { name: 'Balcão', address: 'desk@casalume.example' },
    });
    expect([one?.text?.trim(), one?.html?.trim()]).toEqual([mail.text, mail.html]);
    expect(one?.messageId).toBe('<reset-1@balcao.casalume.example>');
    expect(other?.messageId).toBe(one?.messageId);
  });

  it.each([
    { code: 550, what: 'for good: it is of no use to try again', refusal: true },
    { code: 450, what: 'for now', refusal: false },
  ])('that refuses with $code refuses $what', async ({ code, refusal }) => {
    const { port } = await startServer({ refuse: code });
    const transport = mailTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, from, folder: '' });
    const error = await transport.send(mail).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof MailRefused).toBe(refusal);
  });

  it('that does not know our password, or is not there, may do so later', async () => {
    const { port } = await startServer();
    for (const smtpUrl of [`smtp://desk:falsch@127.0.0.1:${port}`, 'smtp://127.0.0.1:1']) {
      const error = await mailTransport({ smtpUrl, from, folder: '' })
        .send(mail)
        .catch((failure: unknown) => failure);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(MailRefused);
    }
  });

  it('that says a word now and then, but no last one, may do so later', async () => {
    const { port, lines } = await startTalker();
    const transport = mailTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, from, folder: '', letterMs: 500 });
    const error = await transport.send(mail).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailRefused);
    // The line does not stay, or each try would leave one.
    await expect.poll(() => lines.filter((line) => !line.destroyed)).toEqual([]);
  });

  it('that does not take letters from us may do so later: that is set up wrongly, and no letter is lost by it', async () => {
    const { port } = await startServer({ refuseSender: 530 });
    const transport = mailTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, from, folder: '' });
    const error = await transport.send(mail).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ responseCode: 530 });
    expect(error).not.toBeInstanceOf(MailRefused);
  });

  it('is told of one recipient, whatever the address holds', async () => {
    const { letters, port } = await startServer();
    const transport = mailTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, from, folder: '' });
    await transport.send({ ...mail, to: 'ana@example.org, all@example.org' }).catch(() => undefined);
    expect(letters.flatMap(({ to }) => to)).not.toContain('all@example.org');
  });
});

it('without a server a letter is a file that only the owner of the data reads', async () => {
  const root = await mkdtemp(join(tmpdir(), 'balcao-mail-'));
  undo.push(() => rm(root, { recursive: true, force: true }));
  const folder = join(root, 'mail');
  await mailTransport({ smtpUrl: undefined, from, folder }).send(mail);
  const names = await readdir(folder);
  expect(names).toEqual([expect.stringMatching(/^[\w-]+\.eml$/)]);
  const path = join(folder, names[0]!);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await PostalMime.parse(await readFile(path))).toMatchObject({
    subject: mail.subject,
    to: [{ address: mail.to }],
  });
});

it('a letter that was written by a process which died then is not written again; another one is', async () => {
  const root = await mkdtemp(join(tmpdir(), 'balcao-mail-'));
  undo.push(() => rm(root, { recursive: true, force: true }));
  const folder = join(root, 'mail');
  const before = mailTransport({ smtpUrl: undefined, from, folder });
  await before.send(mail);
  const after = mailTransport({ smtpUrl: undefined, from, folder });
  await after.send(mail);
  expect(await readdir(folder)).toHaveLength(1);
  await after.send({ ...mail, id: `${mail.id}-2` });
  expect(await readdir(folder)).toHaveLength(2);
});

it('what a process left that died while it wrote a letter goes with a later one; what is being written stays', async () => {
  const root = await mkdtemp(join(tmpdir(), 'balcao-mail-'));
  undo.push(() => rm(root, { recursive: true, force: true }));
  const folder = join(root, 'mail');
  const transport = mailTransport({ smtpUrl: undefined, from, folder });
  await transport.send(mail);
  const [letter = ''] = await readdir(folder);
  const [dead, alive, other] = [`.0a1b2c-${letter}`, `.3d4e5f-${letter}`, '.notes.eml'];
  for (const name of [dead, alive, other]) await writeFile(join(folder, name), 'Código: 0123');
  const longAgo = new Date(Date.now() - 3_700_000);
  for (const name of [letter, dead, other]) await utimes(join(folder, name), longAgo, longAgo);
  await transport.send(mail);
  expect((await readdir(folder)).toSorted()).toEqual([letter, alive, other].toSorted());
});

it('what cannot be taken away holds up no letter', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-mail-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const stuck = join(folder, '.0a1b2c-x.eml');
  await mkdir(stuck);
  await utimes(stuck, 0, 0);
  await mailTransport({ smtpUrl: undefined, from, folder }).send(mail);
  expect(await readdir(folder)).toHaveLength(2);
});
