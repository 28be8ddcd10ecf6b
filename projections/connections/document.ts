import type { ChannelKind, ConnectionStatus } from '../../domain/connection/events.ts';
import type { Pace } from '../../domain/connection/pace.ts';
import type { ConnectionSettings } from '../../domain/connection/settings.ts';
import type { StoredDocument } from '../ports/read-store.ts';

/** Collection `connections`. */
export interface ConnectionDocument extends StoredDocument {
  readonly name: string;
  readonly channel: ChannelKind;
  readonly isDefault: boolean;
  readonly queueIds: readonly string[];
  readonly greetingMessage: string;
  readonly complationMessage: string;
  readonly outOfHoursMessage: string;
  readonly ratingMessage: string;
  /** Absent: the usual one of its channel. */
  readonly pace?: Pace;
  /** What its channel alone has; absent: as usual there. */
  readonly settings?: ConnectionSettings;
  readonly status: ConnectionStatus;
  readonly number: string;
  /** Another one was paired in its place; absent: none was, or it was put right. */
  readonly formerNumber?: { readonly number: string; readonly until: string };
  readonly retries: number;
  readonly reason: string | null;
  readonly qrAttempt: number;
  readonly wanted: 'start' | 'stop' | 'newQr' | 'restart';
  readonly wantedAt: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}
