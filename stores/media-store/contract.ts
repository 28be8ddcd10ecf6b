/** Files that messages and records name, on a disk or an S3 server, with a limit for each company. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListedMedia, type MediaStore, MediaTooLargeError } from '../../domain/ports/media-store.ts';

export interface MediaStoreHarness {
  open(): Promise<MediaStore>;
  /** Every file name or object key the store holds: what a failed `put` must not add to. */
  keys(): Promise<string[]>;
  dispose(): Promise<void>;
}

async function* pieces(bytes: Uint8Array, size = 1_000) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}
const readWhole = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** What every media store does. */
export const mediaStoreContract = (name: string, make: () => Promise<MediaStoreHarness>): void => {
  describe(`${name} keeps the media store's contract:`, () => {
    let harness: MediaStoreHarness;
    let store: MediaStore;
    const companyId = randomUUID();
    const bytes = Uint8Array.from({ length: 10_000 }, (_, n) => n % 251);
    const about = (id = randomUUID()) => ({ id, companyId, name: '../fôto "1".png\0', mime: 'image/png' });
    beforeAll(async () => {
      harness = await make();
      store = await harness.open();
    });
    afterAll(async () => {
      await store?.close();
      await harness?.dispose();
    });

    it('what was put is there, whole, for another handle too', async () => {
      const info = about();
      const stored = await store.put(info, pieces(bytes), bytes.length);
      expect(stored).toEqual({ ...info, size: bytes.length });
      const other = await harness.open();
      expect(await other.stat(companyId, info.id)).toEqual(stored);
      expect(await readWhole(await other.open(companyId, info.id))).toEqual(Buffer.from(bytes));
      await other.close();
    });

    it('an empty file is a file', async () => {
      const info = about();
      expect((await store.put(info, pieces(new Uint8Array()), 10)).size).toBe(0);
      expect(await readWhole(await store.open(companyId, info.id))).toHaveLength(0);
    });

    it('a range gives its bytes, both ends included, and one outside is refused', async () => {
      const info = about();
      await store.put(info, pieces(bytes), bytes.length);
      const range = async (start: number, end: number) =>
        readWhole(await store.open(companyId, info.id, { start, end }));
      expect(await range(0, 0)).toEqual(Buffer.from(bytes.subarray(0, 1)));
      expect(await range(995, 2_004)).toEqual(Buffer.from(bytes.subarray(995, 2_005)));
      expect(await range(9_990, 20_000)).toEqual(Buffer.from(bytes.subarray(9_990)));
      await expect(range(10_000, 10_001)).rejects.toThrow(RangeError);
      await expect(range(5, 4)).rejects.toThrow(RangeError);
      await expect(range(-1, 4)).rejects.toThrow(RangeError);
    });

    it('one byte too many is refused while it comes, and leaves nothing', async () => {
      const before = await harness.keys();
      const info = about();
      let givenBytes = 0;
      const endless = (async function* () {
        for (;;) {
          givenBytes += 1_000;
          yield bytes.subarray(0, 1_000);
        }
      })();
      await expect(store.put(info, endless, 5_000)).rejects.toBeInstanceOf(MediaTooLargeError);
      expect(givenBytes).toBeLessThan(100_000);
      await expect(store.put(info, pieces(bytes), bytes.length - 1)).rejects.toBeInstanceOf(
        MediaTooLargeError,
      );
      expect(await store.stat(companyId, info.id)).toBeUndefined();
      expect(await harness.keys()).toEqual(before);
    });

    it('an upload that breaks off leaves nothing', async () => {
      const before = await harness.keys();
      const broken = (async function* () {
        yield bytes;
        throw new Error('connection lost');
      })();
      await expect(store.put(about(), broken, 1_000_000)).rejects.toThrow('connection lost');
      expect(await harness.keys()).toEqual(before);
    });

    it('the same put again is the same file', async () => {
      const info = about();
      const first = await store.put(info, pieces(bytes), bytes.length);
      const keys = await harness.keys();
      expect(await store.put(info, pieces(bytes), bytes.length)).toEqual(first);
      expect(await harness.keys()).toEqual(keys);
    });

    const listOf = async (company: string) => {
      const files: ListedMedia[] = [];
      for await (const file of store.list(company)) files.push(file);
      return files;
    };
    const idsOf = async (company: string) => (await listOf(company)).map(({ id }) => id);

    it('what a company keeps is listed with the instant it was stored, and nobody else’s', async () => {
      const ownFile = { ...about(), companyId: randomUUID() };
      expect(await idsOf(ownFile.companyId)).toEqual([]);
      const before = Date.now();
      await store.put(ownFile, pieces(bytes), bytes.length);
      const [listed] = await listOf(ownFile.companyId);
      expect(listed).toMatchObject({ companyId: ownFile.companyId, id: ownFile.id });
      // Clocks of file systems tick more coarsely than ours.
      expect(listed!.touchedAt).toBeGreaterThan(before - 1_000);
      expect(listed!.touchedAt).toBeLessThan(Date.now() + 1_000);
      expect(await idsOf(companyId)).not.toContain(ownFile.id);
    });

    it('only a file that nobody has touched since is deleted as old', async () => {
      const info = about();
      const stored = await store.put(info, pieces(bytes), bytes.length);
      const [listed] = (await listOf(companyId)).filter(({ id }) => id === info.id);
      expect(await store.deleteOlder(companyId, info.id, listed!.touchedAt)).toBe(false);
      expect(await store.reuse(companyId, info.id)).toEqual(stored);
      expect(await store.deleteOlder(companyId, info.id, listed!.touchedAt + 0.001)).toBe(false);
      expect(await readWhole(await store.open(companyId, info.id))).toEqual(Buffer.from(bytes));
      expect(await store.deleteOlder(randomUUID(), info.id, Date.now() + 10_000)).toBe(false);
      expect(await store.deleteOlder(companyId, info.id, Date.now() + 10_000)).toBe(true);
      expect(await store.deleteOlder(companyId, info.id, Date.now() + 10_000)).toBe(false);
      expect(await store.reuse(companyId, info.id)).toBeUndefined();
      expect(await idsOf(companyId)).not.toContain(info.id);
    });

    it('another company does not see it', async () => {
      const info = about();
      await store.put(info, pieces(bytes), bytes.length);
      expect(await store.stat(randomUUID(), info.id)).toBeUndefined();
      await expect(store.open(randomUUID(), info.id)).rejects.toThrow(info.id);
      await store.delete(randomUUID(), info.id);
      expect(await store.stat(companyId, info.id)).toBeDefined();
    });

    it('a deleted file is gone, and deleting it again does nothing', async () => {
      const info = about();
      await store.put(info, pieces(bytes), bytes.length);
      await store.delete(companyId, info.id);
      await store.delete(companyId, info.id);
      expect(await store.stat(companyId, info.id)).toBeUndefined();
      await expect(store.open(companyId, info.id)).rejects.toThrow(info.id);
    });

    for (const bad of ['..', '../../etc/passwd', '', 'a/b', `${randomUUID()}/..`, `${randomUUID()}\0`])
      it(`${JSON.stringify(bad)} is no id and no company`, async () => {
        const before = await harness.keys();
        await expect(store.put({ ...about(), id: bad }, pieces(bytes), 1e6)).rejects.toThrow(TypeError);
        await expect(store.put({ ...about(), companyId: bad }, pieces(bytes), 1e6)).rejects.toThrow(
          TypeError,
        );
        await expect(store.stat(companyId, bad)).rejects.toThrow(TypeError);
        await expect(store.open(bad, randomUUID())).rejects.toThrow(TypeError);
        await expect(store.delete(companyId, bad)).rejects.toThrow(TypeError);
        await expect(store.reuse(companyId, bad)).rejects.toThrow(TypeError);
        await expect(store.deleteOlder(bad, randomUUID(), Date.now())).rejects.toThrow(TypeError);
        await expect(listOf(bad)).rejects.toThrow(TypeError);
        expect(await harness.keys()).toEqual(before);
      });
  });
};
