import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import { openDiskMediaStore } from '../../stores/media-store/disk.ts';
import { meterMedia } from '../../stores/media-store/metered.ts';
import { ana, companyId, startTestGateway, system } from '../../testing/gateway.ts';
import { createCompanySettings } from '../log/company-settings.ts';
import { createMediaSweep, type MediaSweepDeps } from './media-sweep.ts';

const dayMs = 24 * 3_600_000;
const graceMs = 7 * dayMs;
const content = async function* () {
  yield Buffer.from('a file');
};

describe('a file in the media store', () => {
  let path: string;
  let media: MediaStore;
  let world: Awaited<ReturnType<typeof startTestGateway>>;
  let now: number;
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'sweep-'));
    // As two processes have it, both with keys: personal data in the log are sealed.
    world = await startTestGateway({ rememberedMs: 10_000 });
    media = meterMedia(await openDiskMediaStore({ path }), { state: world.state, limitBytes: 1e6 });
    now = Date.now();
  });
  afterEach(async () => {
    await world.close();
    await rm(path, { recursive: true });
  });

  const put = async (id = randomUUID(), company = companyId): Promise<string> => {
    await media.put({ id, companyId: company, name: 'a.txt', mime: 'text/plain' }, content(), 1_000);
    return id;
  };
  const kept = async (company = companyId) => {
    const ids: string[] = [];
    for await (const { id } of media.list(company)) ids.push(id);
    return ids.sort();
  };
  const sweep = async (more: Partial<MediaSweepDeps> = {}) => {
    await world.projector.reached(await world.eventStore.head(), 10_000);
    const settings = createCompanySettings();
    await settings.load(world.readStore);
    return createMediaSweep({
      ...{ storedEvents: world.stored, readStore: world.readStore, settings, state: world.state, media },
      log: pino({ level: 'silent' }),
      ...{ graceMs, now: () => now },
      ...more,
    });
  };
  /** A look, `days` after the last one. */
  const look = async (days: number, more: Partial<MediaSweepDeps> = {}) => {
    now += days * dayMs;
    await (await sweep(more)).round(new AbortController().signal);
  };
  const rounds = async () => {
    for (let round = 0; round < 4; round++) await look(8);
  };

  test('that nothing refers to goes when two looks, a grace apart, found it so, and no longer counts', async () => {
    await put();
    await look(6);
    await look(2);
    await look(6);
    expect(await kept()).toHaveLength(1);
    await look(2);
    expect(await kept()).toEqual([]);
    expect(await media.use?.(companyId)).toMatchObject({ usedBytes: 0 });
    expect(await world.state.list('media-sweep/')).toEqual([]);
  });

  test('that a message, a contact’s former picture, a quick reply’s former file or a phone names stays', async () => {
    const [inMessage, formerPicture, picture, formerFile, file, onPhone] = await Promise.all(
      Array.from({ length: 6 }, () => put()),
    );
    const { contactId } = await world.desk.contacts.ensure(system, { numbers: ['5511955500142'], name: 'M' });
    const { ticketId } = await world.desk.tickets.receive(system, {
      ...{ connectionId: world.connectionId, contactId, externalId: 'X1', fromMe: false, queueId: null },
      ...{ body: 'veja', mediaType: 'application', sentAt: new Date().toISOString() },
      media: { id: inMessage!, name: 'recibo.pdf', mime: 'application/pdf', size: 6 },
    });
    for (const mediaId of [formerPicture!, picture!])
      await world.desk.contacts.setPicture(system, { contactId, mediaId });
    const quick = world.desk.records('quickMessage');
    const { id } = await quick.create(ana, { shortcode: 'oi', message: 'Olá', mediaPath: formerFile });
    await quick.update(ana, { id, mediaPath: file });
    await world.phones.deliver(world.connectionId, {
      ...{ number: '5511955500142', name: 'M', body: '' },
      media: { id: onPhone!, name: 'a.txt', mime: 'text/plain', size: 6 },
    });
    const all = await kept();
    expect(all).toHaveLength(6);
    const orphan = await put();
    await rounds();
    expect(await kept()).toEqual(all);
    expect(all).not.toContain(orphan);
    expect(ticketId).toBeDefined();
  });

  test('that only an event of a newer build names, or one that no key opens, stays', async () => {
    const [newer, sealed] = [await put(), await put()];
    const metadata = { companyId, actor: system.actor, commandId: 'c', correlationId: 'c', at: 'now' };
    const append = (type: string, data: object) =>
      world.stored.append(`ticket-${companyId}_${randomUUID()}`, -1, [
        { id: randomUUID(), type, metadata, data },
      ]);
    await append('ThumbnailMade', { thumbnails: [{ of: newer.toUpperCase() }] });
    await append('MessageQueued', { contactId: 'unknown', sealed: 'a box', media: { id: sealed } });
    await rounds();
    expect(await kept()).toEqual([newer, sealed].sort());
  });

  test('that is young stays, and so does one that somebody is about to refer to at that very moment', async () => {
    const [old, touched] = [await put(), await put()];
    await look(8);
    await put();
    const reusing: MediaStore = {
      ...media,
      deleteOlder: async (company, id, instant) => {
        const at = new Date(now);
        if (id === touched) await utimes(join(path, company, `${id}.json`), at, at);
        return media.deleteOlder(company, id, instant);
      },
    };
    await look(8, { media: reusing });
    expect(await kept()).toHaveLength(2);
    expect(await kept()).not.toContain(old);
    expect(await media.stat(companyId, touched)).toBeDefined();
  });

  test('found for the second time by two processes at once goes once, and counts once', async () => {
    await put(undefined);
    const staying = await put();
    await look(8);
    now += 8 * dayMs;
    // The lease of a round that takes long may end: both go on.
    const fresh = await put();
    await utimes(join(path, companyId, `${staying}.json`), new Date(now), new Date(now));
    await Promise.all([
      (await sweep()).round(new AbortController().signal),
      (await sweep()).round(new AbortController().signal),
    ]);
    expect(await kept()).toEqual([staying, fresh].sort());
    expect(await media.use?.(companyId)).toMatchObject({ usedBytes: 12 });
  });

  test('of a company that the log does not know stays: it is another log’s', async () => {
    const other = randomUUID();
    await put(undefined, other);
    await rounds();
    expect(await kept(other)).toHaveLength(1);
  });

  test('stays while the log cannot be read to its end', async () => {
    await put();
    await look(8);
    const broken = {
      readAll: async () => {
        throw new Error('the store is away');
      },
    };
    await expect(look(8, { storedEvents: broken })).rejects.toThrow('away');
    expect(await kept()).toHaveLength(1);
    await look(0);
    expect(await kept()).toEqual([]);
  });

  test('left without its description by a death in the middle of storing it goes too', async () => {
    const id = await put();
    await rm(join(path, companyId, `${id}.json`));
    await rounds();
    expect(await readdir(join(path, companyId))).toEqual([]);
    expect(await readdir(join(path, 'incoming'))).toEqual([]);
  });
});
