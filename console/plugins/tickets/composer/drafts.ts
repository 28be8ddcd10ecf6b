/** A draft in browser storage. `synced`: the server has this text. */
export interface LocalDraft {
  readonly body: string;
  readonly synced: boolean;
}

export interface DraftStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Returns the key under which a browser keeps the draft of a ticket. */
export const keyOf = (userId: string, ticketId: string) => `draft.${userId}.${ticketId}`;

export const readDraft = (storage: DraftStorage, userId: string, ticketId: string): LocalDraft | undefined =>
  parseDraft(storage.getItem(keyOf(userId, ticketId)));

/** Returns the draft that a stored text is, if it is one. */
export function parseDraft(stored: string | null): LocalDraft | undefined {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (typeof value !== 'object' || value === null) return undefined;
    const body: unknown = Reflect.get(value, 'body');
    return typeof body === 'string' ? { body, synced: Reflect.get(value, 'synced') === true } : undefined;
  } catch {
    return undefined; // not ours: there is no draft
  }
}

export function writeDraft(storage: DraftStorage, userId: string, ticketId: string, draft: LocalDraft): void {
  if (draft.body === '' && draft.synced) storage.removeItem(keyOf(userId, ticketId));
  else storage.setItem(keyOf(userId, ticketId), JSON.stringify(draft));
}

/**
 * Returns the text to start with. What was typed here and never reached the server wins; otherwise the server's, which
 * may be newer from another device; the local one when the server cannot be asked.
 */
export const chooseDraft = (local: LocalDraft | undefined, server: string | undefined): string =>
  local !== undefined && (!local.synced || server === undefined) ? local.body : (server ?? '');
