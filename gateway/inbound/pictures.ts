import type { Logger } from 'pino';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import { sleep } from '../../domain/kernel/retry.ts';
import { peek } from '../../domain/media/peek.ts';
import { isShowable, pictureSize } from '../../domain/media/pixels.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Driver } from '../driver/driver.ts';

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
  /** Between two pictures, milliseconds. */
  readonly everyMs?: number | undefined;
}

const dayMs = 24 * 3_600_000;
const maxBytes = 1024 * 1024;
/** Where a picture's header is. */
const headerBytes = 128 * 1024;
const maxWaiting = 500;
/** Who asks for many pictures in a short time does not look like a person. */
const usualEveryMs = 5_000;

/**
 * Returns what fetches profile pictures beside the traffic: one after the other with a pause between them, who wrote
 * last first, at most once a day a contact, never holding a message up.
 */
export function createPictures(deps: PictureDeps) {
  const { driver, companyId, signal, log } = deps;
  const everyMs = deps.everyMs ?? usualEveryMs;
  const seenContacts = new Set<string>();
  /** The newest last: they stand on top of the lists. */
  let waitingTasks: (() => Promise<void>)[] = [];
  let isRunning = false;
  const context: Context = { companyId, actor: { kind: 'system', id: 'gateway' } };

  async function fetchOne(contactId: string, address: string, isGroup: boolean): Promise<void> {
    if (signal.aborted) return;
    // One fetch a day over all gateways, however often they restart.
    const key = `picture/${deps.connectionId}/${contactId}`;
    if (!(await deps.state.set(key, true, { expected: null, ttlMs: dayMs }))) return;
    const content = await driver.profilePicture?.(address, isGroup);
    if (!content || signal.aborted) return;
    const mediaId = deps.newId();
    const { head, wholeContent: whole, close } = await peek(content, headerBytes);
    if (!isShowable(pictureSize(head))) {
      await close();
      return log.warn({ contactId }, 'a profile picture of no known size, or of too many pixels');
    }
    await deps.media.put(
      { id: mediaId, companyId, name: 'profile.jpg', mime: 'image/jpeg' },
      whole,
      maxBytes,
    );
    await deps.desk.contacts.setPicture(context, { contactId, mediaId });
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let next = waitingTasks.pop(); next && !signal.aborted; next = waitingTasks.pop()) {
      await next();
      await sleep(everyMs, signal);
    }
    isRunning = false;
  }

  return {
    consider(contactId: string, address: string | undefined, isGroup = false): void {
      if (!driver.profilePicture || !address || seenContacts.has(contactId)) return;
      if (seenContacts.size > 50_000) seenContacts.clear();
      seenContacts.add(contactId);
      const fetched = () =>
        fetchOne(contactId, address, isGroup).catch((error: unknown) =>
          log.warn({ err: error, contactId }, 'no profile picture'),
        );
      // Of too many the oldest is forgotten: it is asked for when its contact writes again after a restart.
      waitingTasks = [...waitingTasks, fetched].slice(-maxWaiting);
      void run();
    },
  };
}
