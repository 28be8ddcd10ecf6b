import type { StateStore } from '../ports/state-store.ts';

/** A pairing code as the messaging app gives it. It is a secret: it lives in the state store only, for a minute. */
export interface QrCode {
  readonly code: string;
  readonly attempt: number;
}

const key = (connectionId: string) => `qr/${connectionId}`;
const ttlMs = 60_000;

export const saveQrCode = (state: StateStore, connectionId: string, qr: QrCode) =>
  state.set(key(connectionId), qr, { ttlMs });

/** The code to show now, or undefined when there is none (any more). */
export const readQrCode = async (state: StateStore, connectionId: string): Promise<QrCode | undefined> =>
  (await state.get<QrCode>(key(connectionId)))?.value;

export const dropQrCode = (state: StateStore, connectionId: string) => state.delete(key(connectionId));
