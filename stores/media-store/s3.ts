import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Logger } from 'pino';
import { z } from 'zod';
import { withTimeout } from '../../domain/kernel/retry.ts';
import {
  type ListedMedia,
  type MediaInfo,
  type MediaStore,
  MediaTooLargeError,
} from '../../domain/ports/media-store.ts';
import { checkedId, isUuid } from './ids.ts';

export interface S3Options {
  readonly bucket: string;
  /** Before every key, with its `/`; empty: none. */
  readonly prefix: string;
  readonly region: string;
  /** `https://host:port` of a server other than Amazon's. */
  readonly endpoint?: string | undefined;
  /** Absent: those that the environment of a cloud gives (roles, profiles, `AWS_…`). */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  readonly log?: Pick<Logger, 'warn'> | undefined;
  readonly now?: () => number;
  /** How long the next bytes of a file are waited for, milliseconds. */
  readonly silentMs?: number;
}

/** What a file's object says of itself, beside its bytes. Headers are ASCII: as base64url of JSON. */
const about = z.object({ name: z.string(), mime: z.string(), storedAt: z.number() });
type About = z.infer<typeof about>;

/** A piece of a large file; a smaller file goes in one request. One piece an upload is in memory at a time. */
const partBytes = 8 * 1024 * 1024;
const usualSilentMs = 30_000;
const dayMs = 24 * 60 * 60_000;
/** Longer than a deletion takes: a mark that is older was left by a process that died. */
const leavingMs = 60_000;
/** Times of a listing are cut to seconds. */
const secondMs = 1_000;
/** All headers of an object's own may have 2 KB. */
const mostNameBytes = 1_000;

function toMetadata(value: About): Record<string, string> {
  return { about: Buffer.from(JSON.stringify(value)).toString('base64url') };
}

/** Returns a name that fits into headers: its beginning and its last 20 characters, where an ending stands. */
function fitting(name: string): string {
  if (Buffer.byteLength(JSON.stringify(name)) <= mostNameBytes) return name;
  const letters = Array.from(name);
  return [...letters.slice(0, 140), '…', ...letters.slice(-20)].join('');
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}

function unlessMissing<T>(what: Promise<T>): Promise<T | undefined> {
  return what.catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

async function* limitContent(content: AsyncIterable<Uint8Array>, maxBytes: number) {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new MediaTooLargeError(`more than ${maxBytes} bytes`);
    yield chunk;
  }
}

/** Returns the first bytes of `content`, a piece at least unless it ends before, and what comes after them, if anything. */
async function firstPiece(content: AsyncGenerator<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < partBytes) {
    const { value, done } = await content.next();
    if (done) return { piece: Buffer.concat(chunks), rest: undefined };
    chunks.push(value);
    bytes += value.byteLength;
  }
  return { piece: Buffer.concat(chunks), rest: content };
}

/**
 * Returns what a server gives of a file. The client's limits end with an answer's head: one that stands still after it would hold up
 * for ever who waits for the next bytes. Who takes them slowly is not hurried. Not a generator: one that is given up before it was
 * begun would keep its line.
 */
const watchBody = (body: Readable, silentMs: number): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]() {
    const chunks = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    const late = () => new Error(`the media store gave nothing for ${silentMs} ms`);
    return {
      next: () =>
        withTimeout(silentMs, chunks.next(), late).catch((error: unknown) => {
          body.destroy();
          throw error;
        }),
      async return() {
        body.destroy();
        return { done: true, value: undefined };
      },
    };
  },
});

async function* joinContent(piece: Uint8Array, rest: AsyncIterable<Uint8Array>) {
  yield piece;
  yield* rest;
}

/** A bucket, and who asks for it. */
interface Bucket {
  readonly client: S3Client;
  readonly bucket: string;
  readonly prefix: string;
  readonly now: () => number;
}

/** Returns the marks of files that somebody is about to delete, an object each. */
function leavingMarks({ client, bucket: Bucket, now }: Bucket) {
  const markOf = (key: string) => ({ Bucket, Key: `${key}.leaving` });
  /** Returns how long ago the mark was set; undefined: there is none. */
  const ageOf = async (key: string) => {
    const mark = await unlessMissing(client.send(new HeadObjectCommand(markOf(key))));
    return mark && now() - (mark.LastModified?.getTime() ?? 0);
  };
  const remove = (key: string) => client.send(new DeleteObjectCommand(markOf(key)));
  return {
    remove,
    /** Waits until nobody is about to delete the file. */
    async settle(key: string): Promise<void> {
      for (;;) {
        const age = await ageOf(key);
        if (age === undefined || age > leavingMs) return;
        await sleep(50);
      }
    },
    /** Returns whether the mark is ours now. A dead process's is taken away, for who comes next. */
    async set(key: string): Promise<boolean> {
      try {
        await client.send(new PutObjectCommand({ ...markOf(key), Body: '', IfNoneMatch: '*' }));
        return true;
      } catch (error) {
        const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
        if (status !== 412 && status !== 409) throw error;
      }
      if (((await ageOf(key)) ?? 0) > leavingMs) await remove(key);
      return false;
    },
  };
}

/** A file as its object's headers tell of it. */
interface Head extends About {
  readonly size: number;
  /** To the second, by the server's clock. */
  readonly lastModified: number;
}

async function headOf({ client, bucket: Bucket }: Bucket, Key: string): Promise<Head | undefined> {
  const object = await unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key })));
  if (object === undefined) return undefined;
  const text = Buffer.from(object.Metadata?.about ?? '', 'base64url').toString();
  const described = about.parse(JSON.parse(text));
  const { ContentLength = 0, LastModified } = object;
  return { ...described, size: ContentLength, lastModified: LastModified?.getTime() ?? described.storedAt };
}

/** Returns when files were last reused, an empty object each (`{id}.used`): cheaper than copying a file onto itself. */
function usedMarks({ client, bucket: Bucket, now }: Bucket) {
  const markOf = (key: string) => ({ Bucket, Key: `${key}.used` });
  return {
    set: (key: string) =>
      client.send(new PutObjectCommand({ ...markOf(key), Body: '', Metadata: { at: String(now()) } })),
    remove: (key: string) => client.send(new DeleteObjectCommand(markOf(key))),
    /** Returns the instant, 0 where it never was. */
    async at(key: string): Promise<number> {
      const mark = await unlessMissing(client.send(new HeadObjectCommand(markOf(key))));
      return Number(mark?.Metadata?.at ?? mark?.LastModified?.getTime() ?? 0);
    },
  };
}

/**
 * Returns whether this call has deleted a file: it does unless it was stored or reused at `instant` or later. Marked
 * first, so that whoever touches it meanwhile waits, and looked at once more.
 */
async function deleteOlder(bucket: Bucket, Key: string, instant: number): Promise<boolean> {
  const [departureMarks, useMarks] = [leavingMarks(bucket), usedMarks(bucket)];
  const isYoung = async () => {
    const file = await headOf(bucket, Key);
    if (file === undefined) return true;
    return Math.max(file.storedAt, file.lastModified + secondMs - 1, await useMarks.at(Key)) >= instant;
  };
  if ((await isYoung()) || !(await departureMarks.set(Key))) return false;
  try {
    if (await isYoung()) return false;
    await bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.bucket, Key }));
    await useMarks.remove(Key);
    return true;
  } finally {
    await departureMarks.remove(Key);
  }
}

/** Ends uploads that a process began and died in: what they hold is paid for and nobody sees it. */
async function endBrokenUploads({ client, bucket: Bucket, prefix: Prefix, now }: Bucket): Promise<void> {
  let page: ListMultipartUploadsCommandOutput | undefined;
  do {
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page ?? {};
    page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, KeyMarker, UploadIdMarker }));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Initiated && now() - Initiated.getTime() > dayMs)
        await unlessMissing(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
  } while (page.IsTruncated);
}

/** Returns a client of the bucket. @throws Error a wrong bucket or key: said at the start, not at the first picture */
async function connect(options: S3Options): Promise<S3Client> {
  const { bucket: Bucket, prefix: Prefix } = options;
  const client = new S3Client({
    region: options.region,
    ...(options.endpoint !== undefined && { endpoint: options.endpoint, forcePathStyle: true }),
    ...(options.credentials && { credentials: options.credentials }),
    // Others than Amazon do not know its newer checksums; TLS and the signature guard the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
  });
  await client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 })).catch((error) => {
    client.destroy();
    throw new Error(`MEDIA_STORE: bucket ${Bucket}: ${(error as Error).name}: ${(error as Error).message}`);
  });
  return client;
}

/**
 * Returns a store of files in a bucket of a server that speaks S3, one object a file (`{prefix}{company}/{id}`): it is
 * there whole or not at all. Who deletes what is old marks it first (`{id}.leaving`, which one of several gets) and
 * looks at it once more; who stores or reuses a file does so first and then looks for the mark. So one of both sees the
 * other.
 */
export async function openS3MediaStore(options: S3Options): Promise<MediaStore> {
  const { bucket: Bucket, prefix, log, now = Date.now } = options;
  const client = await connect(options);
  const bucket = { client, bucket: Bucket, prefix, now };
  const [departureMarks, useMarks] = [leavingMarks(bucket), usedMarks(bucket)];
  await endBrokenUploads(bucket).catch((error: unknown) =>
    log?.warn({ error: String(error) }, 'uploads that broke off are not listed by this server'),
  );
  let closed = false;

  const keyOf = (companyId: string, id: string) => {
    if (closed) throw new Error('media store is closed');
    return `${prefix}${checkedId(companyId)}/${checkedId(id)}`;
  };

  async function stat(companyId: string, id: string): Promise<MediaInfo | undefined> {
    const file = await headOf(bucket, keyOf(companyId, id));
    return file && { id, companyId, name: file.name, mime: file.mime, size: file.size };
  }

  return {
    async put({ id, companyId, name, mime }, content, maxBytes) {
      const Key = keyOf(companyId, id);
      const { piece, rest: restOfContent } = await firstPiece(limitContent(content, maxBytes));
      const object = {
        Bucket,
        Key,
        ContentType: 'application/octet-stream',
        Metadata: toMetadata({ name: fitting(name), mime, storedAt: now() }),
      };
      if (restOfContent === undefined) await client.send(new PutObjectCommand({ ...object, Body: piece }));
      else {
        const Body = Readable.from(joinContent(piece, restOfContent), { objectMode: false });
        await new Upload({ client, queueSize: 1, partSize: partBytes, params: { ...object, Body } }).done();
      }
      await departureMarks.settle(Key);
      const stored = await stat(companyId, id);
      if (stored === undefined) throw new Error(`media ${id} was deleted while it was stored`);
      return stored;
    },

    stat,

    async reuse(companyId, id) {
      const Key = keyOf(companyId, id);
      if ((await stat(companyId, id)) === undefined) return undefined;
      await useMarks.set(Key);
      await departureMarks.settle(Key);
      const info = await stat(companyId, id);
      if (info === undefined) await useMarks.remove(Key);
      return info;
    },

    async *list(companyId): AsyncGenerator<ListedMedia> {
      const Prefix = `${prefix}${checkedId(companyId)}/`;
      let page: ListObjectsV2CommandOutput | undefined;
      do {
        page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: page?.NextContinuationToken }),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          const id = Key?.slice(Prefix.length) ?? '';
          if (isUuid(id)) yield { companyId, id, touchedAt: LastModified?.getTime() ?? 0 };
        }
      } while (page.NextContinuationToken !== undefined);
    },

    deleteOlder: async (companyId, id, instant) => deleteOlder(bucket, keyOf(companyId, id), instant),

    async open(companyId, id, range) {
      const Key = keyOf(companyId, id);
      if (range && (range.start < 0 || range.end < range.start))
        throw new RangeError(`bytes ${range.start}-${range.end}`);
      const Range = range && `bytes=${range.start}-${range.end}`;
      const object = await client.send(new GetObjectCommand({ Bucket, Key, Range })).catch((error) => {
        if (isMissing(error)) throw new Error(`no media ${id}`);
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416)
          throw new RangeError(`bytes ${range?.start}-${range?.end} of ${id}`);
        throw error;
      });
      return watchBody(object.Body as Readable, options.silentMs ?? usualSilentMs);
    },

    async delete(companyId, id) {
      const Key = keyOf(companyId, id);
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
      await useMarks.remove(Key);
    },

    async close() {
      closed = true;
      client.destroy();
    },
  };
}
