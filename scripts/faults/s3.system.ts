import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../contract/message.ts';
import { startServer } from '../../testing/browser/server.ts';
import { deskClient } from './desk-client.ts';

const url = process.env.MEDIA_STORE_URL;

if (url === undefined) {
  describe.skip('files in a bucket (MEDIA_STORE_URL names no S3 server)', () => {
    it('is not tried', () => undefined);
  });
} else {
  it('files of conversations lie in a bucket, and are served from it after a kill', async () => {
    const server = await startServer({ MEDIA_STORE: url });
    try {
      const admin = await deskClient(server);
      const ticket = await admin.openTicket();
      const text = `Pedido 1\n${'conteúdo '.repeat(2_000)}`;
      const form = new FormData();
      form.append('body', 'O pedido');
      form.append('medias', new Blob([text], { type: 'text/plain' }), 'pedido.txt');
      const authorization = `Bearer ${admin.token}`;
      const sent = await fetch(`${server.url}/api/messages/${ticket.id}`, {
        method: 'POST',
        headers: { authorization },
        body: form,
      });
      expect(sent.status).toBe(200);
      const { messages } = (await sent.json()) as { messages: MessageView[] };
      const path = messages[0]?.mediaUrl;
      expect(path).toMatch(/^\/api\/media\//);
      await server.kill('SIGKILL');
      await server.restart();
      const file = await fetch(`${server.url}${path}`, { headers: { authorization } });
      expect(await file.text()).toBe(text);
      const part = await fetch(`${server.url}${path}`, { headers: { authorization, range: 'bytes=0-7' } });
      expect([part.status, await part.text()]).toEqual([206, 'Pedido 1']);
      const folder = join(server.dataDir, 'media');
      expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
    } finally {
      await server.stop();
    }
  });
}
