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
import { checkedId, isUuid } from './ids.ts';

const info = z.object({
  id: z.string(),
  companyId: z.string(),
  name: z.string(),
  mime: z.string(),
  size: z.number(),
});

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function unlessMissing<T>(what: Promise<T>): Promise<T | undefined> {
  return what.catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

/** Returns whether it was there. */
async function move(from: string, to: string): Promise<boolean> {
  return (await unlessMissing(rename(from, to).then(() => true))) === true;
}

/** The paths of a file's content and of what is known about it. */
interface Halves {
  readonly content: string;
  readonly about: string;
}

/** Returns when the younger of a file's two halves was written or touched; undefined: neither is there. */
async function touchedAt({ content, about }: Halves): Promise<number | undefined> {
  const stats = await Promise.all([content, about].map((path) => unlessMissing(statFile(path))));
  const times = stats.flatMap((one) => one?.mtimeMs ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function removeOlderThan(folder: string, ms: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const file = await open(path, 'r').catch(() => undefined);
    if (!file) continue;
    const { mtimeMs } = await file.stat();
    await file.close();
    if (Date.now() - mtimeMs > ms) await rm(path, { force: true });
  }
}

/** Returns the folder of files that are on their way in or out: nobody is shown any of them. */
async function openIncoming(root: string) {
  const folder = join(root, 'incoming');
  await mkdir(folder, { recursive: true });
  // Left by a process that died in the middle of an upload; a day spares those of another live process.
  await removeOlderThan(folder, 24 * 60 * 60 * 1000);
  const aside = (): Halves => {
    const content = join(folder, crypto.randomUUID());
    return { content, about: `${content}.json` };
  };
  return {
    /** Paths that nothing has. */
    aside,
    /** Writes and syncs a temporary file; gives its path and size. Nothing is left when it fails. */
    async receive(content: AsyncIterable<Uint8Array>, maxBytes: number) {
      const { content: path } = aside();
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
    },
  };
}

/** Returns whether this call has deleted a file: it does unless either half of it is of the instant or younger. */
async function deleteOlder(
  { folder, content, about }: Halves & { readonly folder: string },
  aside: Halves,
  instant: number,
): Promise<boolean> {
  const isYoung = (at: number | undefined) => at === undefined || at >= instant;
  if (isYoung(await touchedAt({ content, about }))) return false;
  // Taken out of sight first and looked at again: who reuses or stores it meanwhile has made it young, or finds
  // nothing. A description goes first, so that nobody sees one without its content.
  // Of several who do so at once one has each half, and whoever has the content has deleted the file.
  const isDescribed = (await unlessMissing(statFile(about))) !== undefined;
  if (isDescribed && !(await move(about, aside.about))) return false;
  const isTaken = await move(content, aside.content);
  const stays = isYoung(await touchedAt(aside));
  if (stays) {
    await unlessMissing(rename(aside.content, content));
    await unlessMissing(rename(aside.about, about));
  } else {
    await rm(aside.content, { force: true });
    await rm(aside.about, { force: true });
  }
  await syncFolder(folder);
  return isTaken && !stays;
}

/**
 * Returns a store of files in a folder a company: `{id}` is the content, `{id}.json` what is known about it. A file
 * exists once its `.json` does, which is renamed last: a crash before that leaves content nobody can see, written over
 * by a retry.
 */
export async function openDiskMediaStore(options: { path: string }): Promise<MediaStore> {
  const root = options.path;
  const incoming = await openIncoming(root);
  let closed = false;

  const place = (companyId: string, id: string) => {
    if (closed) throw new Error('media store is closed');
    const folder = join(root, checkedId(companyId));
    const content = join(folder, checkedId(id));
    return { folder, content, about: `${content}.json` };
  };

  const stat = async (companyId: string, id: string): Promise<MediaInfo | undefined> => {
    const text = await unlessMissing(readFile(place(companyId, id).about, 'utf8'));
    return text === undefined ? undefined : info.parse(JSON.parse(text));
  };

  return {
    async put({ id, companyId, name, mime }, content, maxBytes) {
      const { folder, content: target, about } = place(companyId, id);
      const upload = await incoming.receive(content, maxBytes);
      const storedInfo: MediaInfo = { id, companyId, name, mime, size: upload.size };
      const bytes = new TextEncoder().encode(JSON.stringify(storedInfo));
      const description = await incoming.receive(
        (async function* () {
          yield bytes;
        })(),
        bytes.byteLength,
      );
      await mkdir(folder, { recursive: true });
      await rename(upload.path, target);
      await rename(description.path, about);
      await syncFolder(folder);
      await syncFolder(root);
      return storedInfo;
    },

    stat,

    async reuse(companyId, id) {
      const now = new Date();
      await unlessMissing(utimes(place(companyId, id).about, now, now));
      return stat(companyId, id);
    },

    async *list(companyId): AsyncGenerator<ListedMedia> {
      const folder = join(root, checkedId(companyId));
      const entries = await unlessMissing(opendir(folder));
      if (entries === undefined) return;
      for await (const { name } of entries) {
        // Content comes before its description and goes with it: where there is one, there is content.
        if (!isUuid(name)) continue;
        const at = await touchedAt(place(companyId, name));
        if (at !== undefined) yield { companyId, id: name, touchedAt: at };
      }
    },

    deleteOlder: async (companyId, id, instant) =>
      deleteOlder(place(companyId, id), incoming.aside(), instant),

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
}
