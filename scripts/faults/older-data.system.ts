import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPromise } from 'yauzl';
import type { MessageView } from '../../contract/message.ts';
import type { TicketOnWire } from '../../contract/wire-views.ts';
import { type ServerProcess, startServer } from '../../testing/browser/server.ts';
import { type DeskClient, deskClient } from './desk-client.ts';

/**
 * The data folder of the release of 2026-11-21, before events were sealed, in which agents had worked, and what that
 * release answered of it: every answer below holds in this one.
 */
const archive = join(import.meta.dirname, 'older-data/2026-11-21.zip');

interface Answers {
  /** The ticket in which a message was edited and one deleted, with a note, a tag and a picture. */
  readonly driven: string;
  readonly tickets: (Partial<TicketOnWire> & { id: string; status: string; protocol: string })[];
  readonly messages: Record<string, (Partial<MessageView> & { id: string; mediaUrl: string | null })[]>;
  readonly contacts: { id: string }[];
  readonly users: { id: string }[];
  readonly tags: { id: string }[];
  readonly quickMessages: { id: string }[];
  readonly queues: { id: string }[];
  readonly connections: { id: string }[];
  readonly notes: { id: string }[];
  readonly history: { revision: number }[];
}

let folder: string;
let server: ServerProcess;
let admin: DeskClient;
let answers: Answers;

/** Writes every file of a zip archive below `target`. */
async function unpack(path: string, target: string): Promise<void> {
  const zip = await openPromise(path);
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    const place = join(target, entry.fileName);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, await zip.openReadStreamPromise(entry));
  }
}

/** Expects of `items` that each of `before` is among them, and as it was. */
function expectSame<T extends { id: string }>(items: T[], before: readonly { id: string }[]) {
  const byId = new Map(items.map((item) => [item.id, item]));
  expect(before.map(({ id }) => byId.get(id))).toMatchObject(before);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-older-'));
  await unpack(archive, folder);
  answers = JSON.parse(await readFile(join(folder, 'answers.json'), 'utf8'));
  server = await startServer({ DATA_DIR: join(folder, 'data'), DEMO_TRAFFIC: '0' });
  admin = await deskClient(server);
});
afterAll(async () => {
  await server?.kill();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function ask<T>(path: string): Promise<T> {
  const { status, body } = await admin.call<T>('GET', path);
  expect(status).toBe(200);
  return body;
}

it('every ticket stands where it stood', async () => {
  for (const status of ['open', 'pending', 'closed']) {
    const { tickets } = await ask<{ tickets: TicketOnWire[] }>(`/tickets?status=${status}&showAll=true`);
    expectSame(
      tickets,
      answers.tickets.filter((ticket) => ticket.status === status),
    );
  }
});

it('every message is there as it was, edited and deleted ones too, with its file', async () => {
  for (const [ticketId, messages] of Object.entries(answers.messages)) {
    expectSame((await ask<{ messages: MessageView[] }>(`/messages/${ticketId}`)).messages, messages);
    for (const { mediaUrl } of messages) {
      if (mediaUrl === null) continue;
      const file = await fetch(`${server.url}${mediaUrl}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      expect([mediaUrl, file.status]).toEqual([mediaUrl, 200]);
      expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
  }
});

it('contacts, users, tags, quick messages, queues, connections and notes are the same', async () => {
  expectSame((await ask<{ contacts: { id: string }[] }>('/contacts')).contacts, answers.contacts);
  expectSame((await ask<{ users: { id: string }[] }>('/users')).users, answers.users);
  expectSame(await ask<{ id: string }[]>('/tags/list'), answers.tags);
  expectSame(await ask<{ id: string }[]>('/quick-messages/list'), answers.quickMessages);
  expectSame(await ask<{ id: string }[]>('/queue'), answers.queues);
  expectSame(await ask<{ id: string }[]>('/whatsapp'), answers.connections);
  expectSame(await ask<{ id: string }[]>(`/ticket-notes/list?ticketId=${answers.driven}`), answers.notes);
});

it('the history of a ticket tells the same', async () => {
  const { events } = await ask<{ events: object[] }>(`/tickets/${answers.driven}/history`);
  expect(events).toMatchObject(answers.history);
});

it('work goes on in it: an answer, a customer’s message, a sign-in, and all of it after another start', async () => {
  const sent = await admin.call('POST', `/messages/${answers.driven}`, { body: 'Da versão nova' });
  expect(sent.status).toBe(200);
  const ticket = await admin.openTicket();
  const vera = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'vera@demo.example', password: 'outra-pasta-2025' }),
  });
  expect(vera.status).toBe(200);
  await server.kill('SIGKILL');
  await server.restart();
  const { messages } = await ask<{ messages: MessageView[] }>(`/messages/${answers.driven}`);
  expect(messages.at(-1)).toMatchObject({ body: 'Da versão nova', fromMe: true });
  expect((await ask<{ id: string }>(`/tickets/${ticket.id}`)).id).toBe(ticket.id);
});
