import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StartedWhatsAppServer, startWhatsAppServer } from '@openclaw/crabline';
import { initAuthCreds } from 'baileys';
import type { StateStore } from '../../../domain/ports/state-store.ts';
import { openSealedStore } from '../../../gateway/secrets/sealed-store.ts';
import { createVault } from '../../../gateway/secrets/vault.ts';
import { openAuthState } from '../driver/auth-state.ts';

// For tests: a messaging server that the real Baileys connects to, and credentials it takes as those of a paired phone
// (it has no pairing of its own).

export const selfNumber = '15550000000';

export interface Crabline {
  /** For `WHATSAPP_URL`. */
  readonly url: string;
  /** A customer writes; `text` or `audio`. Gives the message's id. */
  write(from: string, message: CrablineInbound): Promise<void>;
  /** What was sent to the network, as its recorder tells it. */
  sent(): Promise<readonly CrablineSent[]>;
  /** The server goes away with all its connections. */
  stop(): Promise<void>;
  /** And comes back at the same address. */
  start(): Promise<void>;
  close(): Promise<void>;
}
export interface CrablineInbound {
  readonly text?: string;
  readonly audio?: { readonly contentBase64: string; readonly mimeType: string; readonly ptt?: boolean };
  readonly messageId?: string;
  readonly pushName?: string;
  /** A group's id; absent: the direct chat. */
  readonly group?: string;
}
export type CrablineSent = Readonly<Record<string, unknown>>;

export async function startCrabline(): Promise<Crabline> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-crabline-'));
  const recorderPath = join(folder, 'whatsapp.jsonl');
  const secrets = { accessToken: 'an-access-token-of-the-test', adminToken: 'an-admin-token-of-the-test' };
  let port = 0;
  let server: StartedWhatsAppServer | undefined;
  const start = async () => {
    server = await startWhatsAppServer({
      ...secrets,
      port,
      recorderPath,
      selfJid: `${selfNumber}@s.whatsapp.net`,
    });
    port = Number(new URL(server.manifest.baseUrl).port);
  };
  await start();
  const stop = async () => {
    await server?.close();
    server = undefined;
  };
  return {
    url: server!.manifest.endpoints.baileysWebSocketUrl,
    async write(from, { group, ...message }) {
      const answer = await fetch(server!.manifest.endpoints.adminInboundUrl, {
        method: 'POST',
        headers: { authorization: `Bearer ${secrets.adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          chatJid: group === undefined ? `${from}@s.whatsapp.net` : `${group}@g.us`,
          senderJid: `${from}@s.whatsapp.net`,
          ...message,
        }),
      });
      if (!answer.ok) throw new Error(`crabline: ${answer.status} ${await answer.text()}`);
    },
    async sent() {
      const lines = await readFile(recorderPath, 'utf8').catch(() => '');
      return lines
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as CrablineSent);
    },
    stop,
    start,
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Stores credentials as a pairing leaves them. */
export async function writePairedCredentials(options: {
  state: StateStore;
  secretKey: string;
  connectionId: string;
  number?: string;
}): Promise<void> {
  const store = openSealedStore({
    state: options.state,
    vault: createVault(options.secretKey),
    connectionId: options.connectionId,
    fence: 0,
    mayAct: () => true,
  });
  const auth = await openAuthState(store);
  Object.assign(auth.state.creds, initAuthCreds(), {
    me: { id: `${options.number ?? selfNumber}:1@s.whatsapp.net`, name: 'Loja' },
    registered: true,
  });
  await auth.saveCreds();
}
