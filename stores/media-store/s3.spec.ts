import { randomUUID } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { mediaSetting } from '../../server/media-setting.ts';
import { mediaStoreContract } from './contract.ts';
import { openS3MediaStore, type S3Options } from './s3.ts';

const url = process.env.MEDIA_STORE_URL;

if (url === undefined) {
  describe.skip('the media store on S3 (MEDIA_STORE_URL names no server)', () => {
    it('is not tried', () => undefined);
  });
} else {
  const setting = mediaSetting(url) as S3Options;
  /** A part of the bucket that nobody else uses. */
  const ownPart = (): S3Options => ({ ...setting, prefix: `${setting.prefix}${randomUUID()}/` });
  const client = new S3Client({
    region: setting.region,
    endpoint: setting.endpoint!,
    forcePathStyle: true,
    credentials: setting.credentials!,
  });
  const content = async function* (bytes: number) {
    for (let sent = 0; sent < bytes; sent += 1_000_000)
      yield Buffer.alloc(Math.min(1_000_000, bytes - sent), sent / 1_000_000);
  };
  const file = (companyId: string, id = randomUUID()) => ({ id, companyId, name: 'a', mime: 'text/plain' });

  mediaStoreContract('the media store on S3', async () => {
    const part = ownPart();
    const { bucket: Bucket, prefix: Prefix } = part;
    return {
      open: () => openS3MediaStore(part),
      keys: async () => {
        const objects = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
        const uploads = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
        return [...(objects.Contents ?? []), ...(uploads.Uploads ?? [])].map(({ Key }) => Key!).sort();
      },
      dispose: async () => undefined,
    };
  });

  it('a file of many pieces is there whole; one that breaks off late leaves no piece', async () => {
    const part = ownPart();
    const store = await openS3MediaStore(part);
    const companyId = randomUUID();
    const large = file(companyId);
    expect((await store.put(large, content(20_000_000), 20_000_000)).size).toBe(20_000_000);
    const opened = await store.open(companyId, large.id, { start: 9_999_999, end: 10_000_000 });
    const bytes: number[] = [];
    for await (const chunk of opened) bytes.push(...chunk);
    expect(bytes).toEqual([9, 10]);
    const other = file(companyId);
    await expect(store.put(other, content(20_000_000), 19_000_000)).rejects.toThrow('more than 19000000');
    expect(await store.stat(companyId, other.id)).toBeUndefined();
    const { bucket: Bucket, prefix: Prefix } = part;
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
    expect(Uploads).toEqual([]);
    await store.close();
  });

  it('a file that somebody finds while it is deleted as old is either there or was not found', async () => {
    const part = ownPart();
    const sweeping = await openS3MediaStore(part);
    // What it touches is young, by more than a listing's times are cut.
    const using = await openS3MediaStore({ ...part, now: () => Date.now() + 5_000 });
    const companyId = randomUUID();
    let found = 0;
    for (let round = 0; round < 60; round++) {
      const info = file(companyId);
      const bytes = async function* () {
        yield Buffer.from('a file');
      };
      await sweeping.put(info, bytes(), 100);
      const instant = Date.now() + 2_000;
      const reused = async () => {
        for (let turn = 0; turn < round % 12; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
        return using.reuse(companyId, info.id);
      };
      const [known] = await Promise.all([reused(), sweeping.deleteOlder(companyId, info.id, instant)]);
      if (known === undefined) continue;
      found += 1;
      expect(await using.stat(companyId, info.id)).toEqual(known);
    }
    expect(found).toBeGreaterThan(0);
  });

  it('of several who delete an old file at once one has deleted it, and no mark stays', async () => {
    const part = ownPart();
    const sweepers = await Promise.all([1, 2, 3].map(() => openS3MediaStore(part)));
    const companyId = randomUUID();
    for (let round = 0; round < 20; round++) {
      const info = file(companyId);
      await sweepers[0]!.put(info, content(10), 100);
      const deleted = await Promise.all(
        sweepers.map((store) => store.deleteOlder(companyId, info.id, Date.now() + 10_000)),
      );
      expect(deleted.filter(Boolean)).toHaveLength(1);
    }
    const { bucket: Bucket, prefix: Prefix } = part;
    expect((await client.send(new ListObjectsV2Command({ Bucket, Prefix }))).KeyCount ?? 0).toBe(0);
  });

  it('more files than one page of the server’s holds are all listed', async () => {
    const store = await openS3MediaStore(ownPart());
    const companyId = randomUUID();
    const ids = Array.from({ length: 1_010 }, () => randomUUID());
    for (let from = 0; from < ids.length; from += 50)
      await Promise.all(
        ids.slice(from, from + 50).map((id) => store.put(file(companyId, id), content(1), 10)),
      );
    const listed: string[] = [];
    for await (const { id } of store.list(companyId)) listed.push(id);
    expect(listed.sort()).toEqual([...ids].sort());
  });

  it('a name too long for a header keeps its beginning and its ending', async () => {
    const store = await openS3MediaStore(ownPart());
    const info = { ...file(randomUUID()), name: `${'ã'.repeat(3_000)}.relatório.pdf` };
    const { name } = await store.put(info, content(10), 100);
    expect(name).toMatch(/^ã{140}….*\.relatório\.pdf$/);
  });

  it('a wrong secret or bucket is said at the start, by the name of the setting', async () => {
    const { accessKeyId } = setting.credentials!;
    const wrong = openS3MediaStore({
      ...setting,
      credentials: { accessKeyId, secretAccessKey: 'x'.repeat(20) },
    });
    await expect(wrong).rejects.toThrow(/^MEDIA_STORE: bucket \S+: SignatureDoesNotMatch/);
    await expect(openS3MediaStore({ ...setting, bucket: 'none-such' })).rejects.toThrow(/NoSuchBucket/);
  });

  it('an upload that a process died in is spared for a day', async () => {
    const part = ownPart();
    const { bucket: Bucket, prefix } = part;
    const Key = `${prefix}${randomUUID()}/${randomUUID()}`;
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const uploads = async () =>
      (await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }))).Uploads?.length ?? 0;
    await (await openS3MediaStore(part)).close();
    expect(await uploads()).toBe(1);
    await (await openS3MediaStore({ ...part, now: () => Date.now() + 25 * 3_600_000 })).close();
    expect(await uploads()).toBe(0);
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined);
  });
}
