import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import type { Change } from '../../../../contract/changes.ts';
import type { Doing, Upload } from '../../../../contract/presence.ts';

/** Somebody who has a ticket on the screen. */
export interface Present {
  readonly id: string;
  readonly name: string;
  readonly typing: boolean;
}

/** Each says every 20 s that they are there; one whose browser was killed says nothing more. */
const GONE_AFTER_MS = 45_000;
/** The gateway's word for it ends then too. */
const STOPPED_AFTER_MS = 25_000;
const nobody: readonly Present[] = [];

interface Seat {
  readonly contact?: Doing | undefined;
  readonly uploads: readonly Upload[];
  readonly users: readonly Present[];
  readonly at: number;
}
const store = createStore<ReadonlyMap<string, Seat>>(() => new Map());
let timer: ReturnType<typeof setTimeout> | undefined;

const become = (next: ReadonlyMap<string, Seat>): void => store.setState(next, true);

/** Takes out who has not been heard of, and looks again when the next one is due. */
function sweep(): void {
  clearTimeout(timer);
  timer = undefined;
  const now = performance.now();
  const left = new Map([...store.getState()].filter(([, { at }]) => now - at < GONE_AFTER_MS));
  if (left.size !== store.getState().size) become(left);
  if (left.size === 0) return;
  const oldest = Math.min(...[...left.values()].map(({ at }) => at));
  timer = setTimeout(sweep, oldest + GONE_AFTER_MS - now + 50);
}

/** Takes what the presence channel says: who is now at which ticket, and which files go out there. */
export function applyPresence(changes: readonly Change[]): void {
  const nextSeats = new Map(store.getState());
  for (const { id, document } of changes) {
    const { users = [], uploads = [], contact } = (document ?? {}) as Partial<Seat>;
    if (users.length === 0 && uploads.length === 0 && contact === undefined) nextSeats.delete(id);
    else nextSeats.set(id, { users, uploads, contact, at: performance.now() });
  }
  become(nextSeats);
  sweep();
  // Who stopped without a word is shown no longer.
  if ([...nextSeats.values()].some(({ contact }) => contact !== undefined))
    setTimeout(() => become(new Map(store.getState())), STOPPED_AFTER_MS + 50);
}

/** After a gap in the feed nobody knows who is where: the next heartbeats say it again. */
export const forgetPresence = (): void => become(new Map());

/** Returns what the presence channel says of a ticket, as `pick` reads it. */
const useSeat = <T>(ticketId: string, pick: (seat: Seat | undefined) => T): T =>
  useStore(store, (seats) => pick(seats.get(ticketId)));

/** Returns everybody who has a ticket on the screen. */
export const useEverybodyAt = (ticketId: string): readonly Present[] =>
  useSeat(ticketId, (seat) => seat?.users ?? nobody);

/** Returns how far a file on its way out is, 0 to 100; undefined: nothing is known. */
export const useUploaded = (ticketId: string, messageId: string): number | undefined =>
  useSeat(ticketId, (seat) => seat?.uploads.find((upload) => upload.messageId === messageId)?.percent);

/** Returns what the contact does at this moment, as far as the network tells; it stops by itself. */
export const useDoing = (ticketId: string): Doing | undefined =>
  useSeat(ticketId, (seat) =>
    seat && performance.now() - seat.at < STOPPED_AFTER_MS ? seat.contact : undefined,
  );
