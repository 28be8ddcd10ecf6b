import type { StateStore } from '../../domain/ports/state-store.ts';

/** What an agent's own browser says of them: at the desk, or nothing touched for a while. */
export type DeskStatus = 'online' | 'away';
export type OnlineStatus = DeskStatus | 'offline';

interface Person {
  readonly companyId: string;
  readonly userId: string;
}

/** Longer than the time between two refreshes: a process that dies takes its agents offline this late. */
const liveMs = 45_000;
/** The browser says it every five minutes; after that it no longer counts. */
const statusMs = 330_000;

const statusKey = ({ companyId, userId }: Person) => `desk-status/${companyId}/${userId}`;

export type Online = ReturnType<typeof createOnline>;

/**
 * Returns who is there: whoever has a live connection to any api process. Kept in the state store with an end, so that
 * a process that dies leaves nobody online. Each process keeps its own entry: one that an agent has left says nothing
 * about the one they have come to. Failures are logged only: who is online is worth no error.
 */
export function createOnline({
  state,
  log,
  instance,
}: {
  state: StateStore;
  /** Unique per process. */
  instance: string;
  log: { warn(details: object, message: string): void };
}) {
  const quietly = (work: Promise<unknown>) =>
    work.catch((err: unknown) => log.warn({ err }, 'who is online was not kept'));
  const liveKey = ({ companyId, userId }: Person) => `online/${companyId}/${userId}/${instance}`;

  return {
    /** A live connection stands; said again while it does. */
    here: (person: Person): Promise<unknown> =>
      quietly(state.set(liveKey(person), true, { ttlMs: liveMs, passing: true })),
    /** The last connection of this process is gone. */
    gone: (person: Person): Promise<unknown> => quietly(state.delete(liveKey(person))),
    say: async (person: Person, status: DeskStatus): Promise<void> => {
      await state.set(statusKey(person), status, { ttlMs: statusMs });
    },
    async statuses(
      companyId: string,
      userIds: readonly string[],
    ): Promise<ReadonlyMap<string, OnlineStatus>> {
      const liveIds = new Set(
        (await state.list<true>(`online/${companyId}/`, { limit: 10_000 })).map(
          ({ key }) => key.split('/')[2],
        ),
      );
      const said = new Map(
        (await state.list<DeskStatus>(`desk-status/${companyId}/`, { limit: 10_000 })).map(
          ({ key, value }) => [key.slice(key.lastIndexOf('/') + 1), value] as const,
        ),
      );
      return new Map(
        userIds.map(
          (id) => [id, liveIds.has(id) ? (said.get(id) ?? 'online') : ('offline' as const)] as const,
        ),
      );
    },
  };
}
