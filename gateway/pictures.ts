import type { Logger } from 'pino';
import type { Context, Desk } from '../domain/desk.ts';
import type { MediaStore } from '../domain/ports/media-store.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import type { Driver } from './driver.ts';
import { keyedQueue } from './keyed-queue.ts';

export interface PictureDeps {
  readonly companyId: string;
  readonly connectionId: string;
  readonly driver: Driver;
  readonly desk: Pick<Desk, 'contacts'>;
  readonly media: MediaStore;
  readonly state: StateStore;
  readonly newId: () => string;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

const dayMs = 24 * 3_600_000;
const maxBytes = 1024 * 1024;
const maxWaiting = 500;

/** Fetches profile pictures beside the traffic: at most once a day a contact, never holding a message up. */
export function createPictures(deps: PictureDeps) {
  const { driver, companyId, signal, log } = deps;
  const queue = keyedQueue(2);
  const seen = new Set<string>();
  const context: Context = { companyId, actor: { kind: 'system', id: 'gateway' } };

  async function fetchOne(contactId: string, address: string, isGroup: boolean): Promise<void> {
    if (signal.aborted) return;
    // One fetch a day over all gateways, however often they restart.
    const key = `picture/${deps.connectionId}/${contactId}`;
    if (!(await deps.state.set(key, true, { expected: null, ttlMs: dayMs }))) return;
    const content = await driver.profilePicture?.(address, isGroup);
    if (!content || signal.aborted) return;
    const mediaId = deps.newId();
    await deps.media.put(
      { id: mediaId, companyId, name: 'profile.jpg', mime: 'image/jpeg' },
      content,
      maxBytes,
    );
    await deps.desk.contacts.setPicture(context, { contactId, mediaId });
  }

  return {
    consider(contactId: string, address: string | undefined, isGroup = false): void {
      if (!driver.profilePicture || !address || seen.has(contactId) || queue.size >= maxWaiting) return;
      if (seen.size > 50_000) seen.clear();
      seen.add(contactId);
      queue
        .run(contactId, () => fetchOne(contactId, address, isGroup))
        .catch((error: unknown) => log.warn({ err: error, contactId }, 'no profile picture'));
    },
  };
}
