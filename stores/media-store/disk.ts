import { createReadStream } from 'node:fs';
import {
  access,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat as statFile,
  utimes,
} from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type ListedMedia,
  type MediaInfo,
  type MediaStore,
  MediaTooLargeError,
} from '../../domain/ports/media-store.ts';

const info = z.object({
  id: z.string(),
  companyId: z.string(),
  name: z.string(),
  mime: z.string(),
  size: z.number(),
});

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** The only gate between input and a path: `../` and its kin never get past it. Lower case, so that one id is one file. */
const checked = (id: string): string => {
  const lower = id.toLowerCase();
  if (!uuid.test(lower)) throw new TypeError(`not a UUID: ${JSON.stringify(id)}`);
  return lower;
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const unlessMissing = async <T>(what: Promise<T>): Promise<T | undefined> =>
  what.catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** Returns whether it was there. */
const moved = async (from: string, to: string): Promise<boolean> =>
  (await unlessMissing(rename(from, to).then(() => true))) === true;

/** When the younger of a file's two halves was written or touched; undefined: neither is there. */
const touchedAt = async ({ content, about }: { content: string; about: string }) => {
  const known = await Promise.all([content, about].map((path) => unlessMissing(statFile(path))));
  const times = known.flatMap((one) => one?.mtimeMs ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
};

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/**
 * Files in a folder a company: `{id}` is the content, `{id}.json` what is known about it. A file exists once its
 * `.json` does, which is renamed last: a crash before that leaves content nobody can see, written over by a retry.
 */
export const openDiskMediaStore = async (options: { path: string }): Promise<MediaStore> => {
  const root = options.path;
  const incoming = join(root, 'incoming');
  await mkdir(incoming, { recursive: true });
  // Left by a process that died in the middle of an upload; a day spares those of another live process.
  await removeOlderThan(incoming, 24 * 60 * 60 * 1000);
  let closed = false;

  const place = (companyId: string, id: string) => {
    if (closed) throw new Error('media store is closed');
    const folder = join(root, checked(companyId));
    const content = join(folder, checked(id));
    return { folder, content, about: `${content}.json` };
  };

  /** Writes and syncs a temporary file; gives its path and size. Nothing is left when it fails. */
  const receive = async (content: AsyncIterable<Uint8Array>, maxBytes: number) => {
    const path = join(incoming, crypto.randomUUID());
    const file = await open(path, 'wx', 0o600);
    let size = 0;
    try {
      for await (const chunk of content) {
        size += chunk.byteLength;
        if (size > maxBytes) throw new MediaTooLargeError(`more than ${maxBytes} bytes`);
        await file.writeFile(chunk);
      }
      await file.sync();
    } catch (error) {
      await file.close();
      await rm(path, { force: true });
      throw error;
    }
    await file.close();
    return { path, size };
  };

  const stat = async (companyId: string, id: string): Promise<MediaInfo | undefined> => {
    const text = await unlessMissing(readFile(place(companyId, id).about, 'utf8'));
    return text === undefined ? undefined : info.parse(JSON.parse(text));
  };

  return {
    async put({ id, companyId, name, mime }, content, maxBytes) {
      const { folder, content: target, about } = place(companyId, id);
      const received = await receive(content, maxBytes);
      const stored: MediaInfo = { id, companyId, name, mime, size: received.size };
      const bytes = new TextEncoder().encode(JSON.stringify(stored));
      const description = await receive(
        (async function* () {
          yield bytes;
        })(),
        bytes.byteLength,
      );
      await mkdir(folder, { recursive: true });
      await rename(received.path, target);
      await rename(description.path, about);
      await syncFolder(folder);
      await syncFolder(root);
      return stored;
    },

    stat,

    async reuse(companyId, id) {
      const now = new Date();
      await unlessMissing(utimes(place(companyId, id).about, now, now));
      return stat(companyId, id);
    },

    async *list(companyId): AsyncGenerator<ListedMedia> {
      const folder = join(root, checked(companyId));
      const entries = await unlessMissing(opendir(folder));
      if (entries === undefined) return;
      for await (const { name } of entries) {
        // Content comes before its description and goes with it: where there is one, there is content.
        if (!uuid.test(name)) continue;
        const at = await touchedAt(place(companyId, name));
        if (at !== undefined) yield { companyId, id: name, touchedAt: at };
      }
    },

    async deleteOlder(companyId, id, instant) {
      const { folder, content, about } = place(companyId, id);
      const isYoung = (at: number | undefined) => at === undefined || at >= instant;
      if (isYoung(await touchedAt({ content, about }))) return false;
      // Taken out of sight first and looked at again: who reuses or stores it meanwhile has made it young, or finds
      // nothing. A description goes first, so that nobody sees one without its content.
      // Of several who do so at once one has each half, and whoever has the content has deleted the file.
      const isDescribed = (await unlessMissing(statFile(about))) !== undefined;
      const aside = join(incoming, crypto.randomUUID());
      const taken = { content: aside, about: `${aside}.json` };
      if (isDescribed && !(await moved(about, taken.about))) return false;
      const isTaken = await moved(content, taken.content);
      const stays = isYoung(await touchedAt(taken));
      if (stays) {
        await unlessMissing(rename(taken.content, content));
        await unlessMissing(rename(taken.about, about));
      } else {
        await rm(taken.content, { force: true });
        await rm(taken.about, { force: true });
      }
      await syncFolder(folder);
      return isTaken && !stays;
    },

    async open(companyId, id, range) {
      const { content } = place(companyId, id);
      const known = await stat(companyId, id);
      if (!known) throw new Error(`no media ${id}`);
      const { start, end } = range ?? { start: 0, end: Math.max(0, known.size - 1) };
      if (start < 0 || end < start || (range && start >= known.size))
        throw new RangeError(`bytes ${start}-${end} of ${known.size}`);
      await access(content);
      return createReadStream(content, { start, end });
    },

    async delete(companyId, id) {
      const { folder, content, about } = place(companyId, id);
      await rm(about, { force: true });
      await rm(content, { force: true });
      await syncFolder(folder).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },

    async close() {
      closed = true;
    },
  };
};

const removeOlderThan = async (folder: string, ms: number): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const file = await open(path, 'r').catch(() => undefined);
    if (!file) continue;
    const { mtimeMs } = await file.stat();
    await file.close();
    if (Date.now() - mtimeMs > ms) await rm(path, { force: true });
  }
};
