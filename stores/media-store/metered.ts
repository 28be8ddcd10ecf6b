import {
  type MediaStore,
  MediaTooLargeError,
  StorageLimitError,
  type StorageUse,
} from '../../domain/ports/media-store.ts';
import { updateEntry } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';

const usedKey = (companyId: string) => `storage/used/${companyId}`;
const reservedPrefix = (companyId: string) => `storage/reserved/${companyId}/`;
/** Longer than any upload may take; whoever dies meanwhile keeps his share no longer. */
const reservedMs = 15 * 60_000;

/**
 * Returns a media store in which no company keeps more than `limitBytes` (0: no limit), whichever process stores. What
 * a file may come to is reserved before its first byte is taken, so that many at once do not pass the limit together;
 * what was stored and deleted is counted in the state store.
 */
export function meterMedia(
  media: MediaStore,
  { state, limitBytes }: { readonly state: StateStore; readonly limitBytes: number },
): MediaStore {
  const usedOf = async (companyId: string) => (await state.get<number>(usedKey(companyId)))?.value ?? 0;

  const add = (companyId: string, bytes: number) =>
    updateEntry<number>(state, usedKey(companyId), (known) => ({
      value: Math.max(0, (known?.value ?? 0) + bytes),
    }));

  /**
   * Returns how many bytes may be stored, at most `wanted`. Those reserved by others are taken as stored: near the limit
   * two at once may both be refused, never both be let through.
   */
  const reserve = async (companyId: string, wanted: number) => {
    const key = `${reservedPrefix(companyId)}${crypto.randomUUID()}`;
    await state.set(key, wanted, { ttlMs: reservedMs });
    const reserved = await state.list<number>(reservedPrefix(companyId));
    const used = await usedOf(companyId);
    const others = reserved.reduce((sum, entry) => sum + (entry.key === key ? 0 : entry.value), 0);
    return { key, used, free: Math.min(wanted, limitBytes - used - others) };
  };

  return {
    async put(info, content, maxBytes) {
      const { companyId, id } = info;
      const before = (await media.stat(companyId, id))?.size ?? 0;
      if (limitBytes === 0) {
        const stored = await media.put(info, content, maxBytes);
        await add(companyId, stored.size - before);
        return stored;
      }
      const { key, used, free } = await reserve(companyId, maxBytes);
      try {
        const full = () => new StorageLimitError({ limitBytes, usedBytes: used });
        if (free <= 0) throw full();
        const stored = await media.put(info, content, free).catch((error: unknown) => {
          throw error instanceof MediaTooLargeError && free < maxBytes ? full() : error;
        });
        // First counted, then no longer reserved: in between it counts twice, never not at all.
        await add(companyId, stored.size - before);
        return stored;
      } finally {
        // It ends by itself where this fails.
        await state.delete(key).catch(() => false);
      }
    },
    async delete(companyId, id) {
      const size = (await media.stat(companyId, id))?.size ?? 0;
      await media.delete(companyId, id);
      if (size > 0) await add(companyId, -size);
    },
    async deleteOlder(companyId, id, instant) {
      const size = (await media.stat(companyId, id))?.size ?? 0;
      const deleted = await media.deleteOlder(companyId, id, instant);
      if (deleted && size > 0) await add(companyId, -size);
      return deleted;
    },
    use: async (companyId): Promise<StorageUse> => ({ limitBytes, usedBytes: await usedOf(companyId) }),
    stat: (companyId, id) => media.stat(companyId, id),
    reuse: (companyId, id) => media.reuse(companyId, id),
    list: (companyId) => media.list(companyId),
    open: (companyId, id, range) => media.open(companyId, id, range),
    close: () => media.close(),
  };
}
