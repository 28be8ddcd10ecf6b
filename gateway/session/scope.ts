import type { Logger } from 'pino';
import type { Channel } from '../../channels/channel.ts';
import type { SettingKey } from '../../domain/company/settings.ts';
import type { Lease } from '../../domain/ports/lease.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { Addressing } from '../driver/addressing.ts';
import type { Driver, DriverContext } from '../driver/driver.ts';
import type { GatewayDeps } from '../gateway-config.ts';
import type { ConnectionFacts } from '../log/connections.ts';
import type { SentIndex } from '../outbound/sent-index.ts';
import type { FairSlots } from '../scheduling/fair-slots.ts';
import type { Link } from './link.ts';

export interface SessionDeps extends Omit<GatewayDeps, 'openDriver'> {
  readonly facts: () => ConnectionFacts;
  /** See the company's settings. */
  readonly reopenWithinMs: () => number | undefined;
  /** Of the company, as it is this very moment. */
  readonly setting: (key: SettingKey) => string;
  readonly lease: Lease;
  readonly channel: Channel;
  readonly vault: Vault;
  /** Where the files of all its connections are fetched. */
  readonly fileSlots: FairSlots;
  readonly openDriver: (context: DriverContext) => Promise<Driver>;
  readonly projectorReached: (position: number, signal: AbortSignal) => Promise<void>;
}

/** What every part of one session stands on. */
export interface SessionScope extends Omit<SessionDeps, 'openDriver'> {
  readonly companyId: string;
  readonly connectionId: string;
  readonly driver: Driver;
  readonly link: Link;
  readonly isUp: Link['isUp'];
  readonly whenUp: Link['whenUp'];
  readonly reader: CompanyReader;
  readonly sentIndex: SentIndex;
  readonly addressing: Addressing;
  /** Aborted when the session stops, or its lease is lost. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}
