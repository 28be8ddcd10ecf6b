import type { Pace } from '../../domain/connection/pace.ts';
import type { ConnectionSettings } from '../../domain/connection/settings.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';

/** What the gateway knows of a connection: from the read model at start, then from the log. */
export interface ConnectionFacts {
  readonly id: string;
  readonly companyId: string;
  readonly channel: string;
  readonly queueIds: readonly string[];
  readonly pace?: Pace | undefined;
  readonly settings?: ConnectionSettings | undefined;
  /** What an admin last asked for, and when: the instant tells one request from the next. */
  readonly wanted: ConnectionDocument['wanted'];
  readonly wantedAt: string;
  readonly position: number;
}

const types = new Set([
  'ConnectionCreated',
  'ConnectionUpdated',
  'ConnectionDeleted',
  'ConnectionSessionRequested',
]);

export const isConnectionEvent = (event: RecordedEvent): boolean => types.has(event.type);

interface Data {
  readonly connectionId: string;
  readonly channel?: string;
  readonly queueIds?: readonly string[];
  readonly pace?: Pace;
  readonly settings?: ConnectionSettings;
  readonly wanted?: ConnectionFacts['wanted'];
}

/** Returns the connection after an event. Pure: one at or below the known position changes nothing; a deleted connection is absent. */
function foldConnection(
  knownFacts: ConnectionFacts | undefined,
  event: RecordedEvent,
): ConnectionFacts | undefined {
  if (knownFacts && event.position <= knownFacts.position) return knownFacts;
  const data = event.data as Data;
  const { position } = event;
  const at = event.metadata.at;
  switch (event.type) {
    case 'ConnectionCreated':
      return {
        id: data.connectionId,
        companyId: event.metadata.companyId,
        channel: data.channel ?? '',
        queueIds: data.queueIds ?? [],
        pace: data.pace,
        settings: data.settings,
        wanted: 'start',
        wantedAt: at,
        position,
      };
    case 'ConnectionUpdated':
      return (
        knownFacts && {
          ...knownFacts,
          channel: data.channel ?? knownFacts.channel,
          queueIds: data.queueIds ?? knownFacts.queueIds,
          pace: data.pace,
          settings: data.settings,
          position,
        }
      );
    case 'ConnectionSessionRequested':
      return (
        knownFacts && { ...knownFacts, wanted: data.wanted ?? knownFacts.wanted, wantedAt: at, position }
      );
    case 'ConnectionDeleted':
      return undefined;
    default:
      return knownFacts;
  }
}

/** Returns every connection of every company, as the read model has it; by pages one that moves between them would be missed. */
async function loadConnections(
  readStore: Pick<ReadStore, 'allCompanies'>,
): Promise<Map<string, ConnectionFacts>> {
  const all = new Map<string, ConnectionFacts>();
  for (const document of await readStore.allCompanies().find<ConnectionDocument>('connections', {})) {
    const { id, companyId, channel, queueIds, pace, settings, wanted, wantedAt, position } = document;
    all.set(id, { id, companyId, channel, queueIds, pace, settings, wanted, wantedAt, position });
  }
  return all;
}

export type KnownConnections = ReturnType<typeof createKnownConnections>;

/** Returns the connections that there are, as far as the log has been followed. */
export function createKnownConnections() {
  let knownConnections = new Map<string, ConnectionFacts>();
  return {
    get: (id: string) => knownConnections.get(id),
    has: (id: string) => knownConnections.has(id),
    all: () => knownConnections.values(),
    get size() {
      return knownConnections.size;
    },
    async load(readStore: Pick<ReadStore, 'allCompanies'>): Promise<void> {
      knownConnections = await loadConnections(readStore);
    },
    forget(): void {
      knownConnections = new Map();
    },
    /** Returns what an event has changed, if anything. */
    apply(event: RecordedEvent): ConnectionChange | undefined {
      const { connectionId: id } = event.data as Data;
      const before = knownConnections.get(id);
      const after = foldConnection(before, event);
      if (after === before) return undefined;
      if (after) knownConnections.set(id, after);
      else knownConnections.delete(id);
      return { id, before, after };
    },
  };
}

export interface ConnectionChange {
  readonly id: string;
  readonly before: ConnectionFacts | undefined;
  /** Undefined: it was deleted. */
  readonly after: ConnectionFacts | undefined;
}
