import { dropEntries } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';

const trustedDays = 30;
const trustedMs = trustedDays * 24 * 3_600_000;

const keyOf = (userId: string, deviceId: string) => `trusted-device/${userId}/${deviceId}`;

/** Asks this browser for no second step of this user for thirty days, as long as the same one is in force. */
export const trustDevice = async (
  state: StateStore,
  userId: string,
  deviceId: string,
  credentialId: string,
): Promise<void> => void (await state.set(keyOf(userId, deviceId), credentialId, { ttlMs: trustedMs }));

export const isTrusted = async (
  state: StateStore,
  userId: string,
  deviceId: string,
  credentialId: string,
): Promise<boolean> => (await state.get<string>(keyOf(userId, deviceId)))?.value === credentialId;

export const trustNoDevice = (state: StateStore, userId: string): Promise<void> =>
  dropEntries(state, `trusted-device/${userId}/`);
