import { z } from 'zod';
import { dropEntries } from '../domain/ports/state-entries.ts';
import type { StateStore } from '../domain/ports/state-store.ts';

const groupMember = z
  .object({
    /** Numbers first: see `DriverMessage.addresses`. */
    addresses: z.array(z.string()).readonly(),
    admin: z.boolean(),
  })
  .readonly();

/** A group of the messaging app as a connection's phone sees it. */
export const group = z
  .object({ address: z.string(), name: z.string(), members: z.array(groupMember).readonly() })
  .readonly();
export type Group = z.output<typeof group>;

/** What a connection knows of its groups. `own`: the driver's, for sending. Who may ask for it how often is limited. */
export interface KnownGroup extends Group {
  /** When the messaging app was last asked, milliseconds. */
  readonly at: number;
  readonly own?: unknown;
}

/** Nobody wrote in it, nothing changed in it: it is asked for again when somebody does. */
const keptMs = 90 * 24 * 3_600_000;
const prefixOf = (connectionId: string) => `group/${connectionId}/`;

export const keepGroup = async (
  state: StateStore,
  connectionId: string,
  group: KnownGroup,
): Promise<void> => {
  await state.set(`${prefixOf(connectionId)}${group.address}`, group, { ttlMs: keptMs });
};

export const readGroup = async (
  state: StateStore,
  connectionId: string,
  address: string,
): Promise<KnownGroup | undefined> =>
  (await state.get<KnownGroup>(`${prefixOf(connectionId)}${address}`))?.value;

export const dropGroups = (state: StateStore, connectionId: string): Promise<void> =>
  dropEntries(state, prefixOf(connectionId));
