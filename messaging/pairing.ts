import { z } from 'zod';
import type { StateStore } from '../domain/ports/state-store.ts';
import { dropGroups } from './groups.ts';
import { dropPhoneBook } from './phone-book.ts';

/** How a phone is paired: it scans a picture, or the code is typed into it. */
export const pairingKind = z.enum(['qr', 'code']);
export type PairingKind = z.output<typeof pairingKind>;

/** A pairing code as the messaging app gives it. It is a secret: it lives in the state store only, for a minute. */
export interface QrCode {
  readonly code: string;
  readonly attempt: number;
  /** Absent: `qr`. */
  readonly kind?: PairingKind;
}

const key = (connectionId: string) => `qr/${connectionId}`;
const ttlMs = 60_000;

export const saveQrCode = (state: StateStore, connectionId: string, { code, attempt, kind = 'qr' }: QrCode) =>
  state.set(key(connectionId), { code, attempt, kind }, { ttlMs });

/** Returns the code to show now, or undefined when there is none (any more). */
export const readQrCode = async (state: StateStore, connectionId: string): Promise<QrCode | undefined> =>
  (await state.get<QrCode>(key(connectionId)))?.value;

export const dropQrCode = (state: StateStore, connectionId: string) => state.delete(key(connectionId));

// Which number's phone an admin wants to pair by typing a code. Forgotten after a while, or when a QR code is asked for.
const numberKey = (connectionId: string) => `pairing-number/${connectionId}`;
const numberMs = 15 * 60_000;

export const savePairingNumber = (state: StateStore, connectionId: string, number: string) =>
  state.set(numberKey(connectionId), number, { ttlMs: numberMs });

export const readPairingNumber = async (
  state: StateStore,
  connectionId: string,
): Promise<string | undefined> => (await state.get<string>(numberKey(connectionId)))?.value;

export const dropPairingNumber = (state: StateStore, connectionId: string) =>
  state.delete(numberKey(connectionId));

/**
 * Forgets what a pairing left behind, whoever ended it: the code to scan, the phone's address book, its groups. Another phone may be
 * paired next, and none of it is that one's. The credentials are the driver's to forget.
 */
export async function forgetPairing(state: StateStore, connectionId: string): Promise<void> {
  await dropQrCode(state, connectionId);
  await dropPhoneBook(state, connectionId);
  await dropGroups(state, connectionId);
}
