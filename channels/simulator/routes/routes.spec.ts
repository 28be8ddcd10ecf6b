import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../../testing/api.ts';

describe('the test phone over HTTP', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let ours: { authorization: string };
  let theirs: { authorization: string };
  let phone: string;
  let companyId = '';
  beforeAll(async () => {
    api = await startTestApi();
    const mine = await api.company('Ours');
    companyId = mine.companyId;
    ours = await api.signIn(mine.email);
    theirs = await api.signIn((await api.company('Theirs')).email);
    const made = await api.app.inject({
      method: 'POST',
      url: '/api/whatsapp',
      headers: ours,
      payload: { name: `Phone ${uuidv7()}`, channel: 'simulator' },
    });
    if (made.statusCode >= 300) throw new Error(made.body);
    const body = made.json<{ id?: string; whatsapp?: { id: string } }>();
    phone = `/api/channels/simulator/${body.id ?? body.whatsapp?.id}`;
  });
  afterAll(() => api.close());

  it('takes a message as JSON and one with a file, and shows both', async () => {
    const number = '5511987654321';
    const text = await api.app.inject({
      method: 'POST',
      url: `${phone}/messages`,
      headers: ours,
      payload: { number, name: 'Carla', body: 'hello' },
    });
    expect(text.statusCode, text.body).toBe(201);
    const form = new FormData();
    form.set('number', number);
    form.set('body', 'the list');
    form.set('file', new Blob(['one\ntwo\n'], { type: 'text/plain' }), 'list.txt');
    const encoded = new Response(form);
    const file = await api.app.inject({
      method: 'POST',
      url: `${phone}/messages`,
      headers: { ...ours, 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    expect(file.statusCode, file.body).toBe(201);
    const chat = await api.app.inject({ url: `${phone}/chats/${number}`, headers: ours });
    expect(chat.json()).toMatchObject({
      messages: [{ body: 'hello' }, { body: 'the list', media: { name: 'list.txt', size: 8 } }],
    });
  });

  it('a refused message with files leaves none of them', async () => {
    const stored = async () => readdir(join(api.path, 'media', companyId)).catch(() => []);
    const before = await stored();
    for (const [number, files] of [
      ['no number', 1],
      ['5511987654321', 2],
    ] as const) {
      const form = new FormData();
      form.set('number', number);
      for (let at = 0; at < files; at++)
        form.append('medias', new Blob(['one'], { type: 'text/plain' }), 'list.txt');
      const encoded = new Response(form);
      const answer = await api.app.inject({
        method: 'POST',
        url: `${phone}/messages`,
        headers: { ...ours, 'content-type': encoded.headers.get('content-type') ?? '' },
        payload: Buffer.from(await encoded.arrayBuffer()),
      });
      expect(answer.statusCode, answer.body).toBe(400);
    }
    expect(await stored()).toEqual(before);
  });

  it('keeps of an id with half a character in it what an address can name', async () => {
    const payload = { number: '5511987654321', name: 'Carla', body: 'hello', id: 'A\ud800' };
    const answer = await api.app.inject({ method: 'POST', url: `${phone}/messages`, headers: ours, payload });
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { id: 'A\ufffd' }]);
  });

  it('does not exist for another company', async () => {
    const answer = await api.app.inject({ url: `${phone}/chats`, headers: theirs });
    expect(answer.json()).toMatchObject({ error: 'ERR_NO_WAPP_FOUND' });
  });
});
