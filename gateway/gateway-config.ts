import type { Logger } from 'pino';
import type { ParkedReason } from '../domain/connection/parked-kind.ts';
import type { Desk } from '../domain/desk/desk.ts';
import type { EventStore } from '../domain/kernel/event-store.ts';
import type { ContactKeys } from '../domain/ports/contact-keys.ts';
import type { MailTransport } from '../domain/ports/mail-transport.ts';
import type { MediaStore } from '../domain/ports/media-store.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import type { Ask } from '../outgoing/ask.ts';
import type { Assistants } from '../outgoing/assistants/open.ts';
import type { BillingSystems } from '../outgoing/billing-systems/open.ts';
import type { Charges } from '../payments/charges.ts';
import type { ReadStore } from '../projections/ports/read-store.ts';
import type { ChannelSettings, Driver, DriverContext } from './driver/driver.ts';
import type { ChainWork } from './jobs/log-seals.ts';
import type { WatchdogConfig } from './session/watchdog.ts';

export interface GatewayConfig {
  /** Encrypts the credentials of connections; at least 32 characters, the same in every gateway. */
  readonly secretKey: string;
  /** Under which address people come here; absent: letters have no links. */
  readonly publicUrl?: string | undefined;
  readonly maxMediaBytes: number;
  /** What the installation sets for a channel's driver, by the channel's kind: see `environment` of its declaration. */
  readonly channels?: Readonly<Record<string, ChannelSettings>>;
  readonly refusedMediaTypes?: readonly string[];
  /** How long a download may be silent, milliseconds; it may last for ten times as long. */
  readonly mediaTimeoutMs?: number;
  /** How often the file of a message is tried, the first pause between two tries and between two looks, milliseconds. */
  readonly fileTries?: number;
  readonly fileRetryMs?: number;
  readonly filesEveryMs?: number;
  /** Files taken in from one conversation; 0, the default: no limit. */
  readonly inboundFilesPerMinute?: number;
  /** A send without an answer is tried again (the same message) after this, milliseconds. */
  readonly sendTimeoutMs?: number;
  /** How long the end of a call is waited for, milliseconds. */
  readonly callRingsMs?: number;
  /** Between two questions about groups, milliseconds: how often one may ask is limited. */
  readonly groupEveryMs?: number;
  /** Between two looks for messages that came in and were not handled, milliseconds. */
  readonly inboxEveryMs?: number;
  /** How long a stop waits for what came in to be written, milliseconds. */
  readonly drainMs?: number;
  /** How long the network may take to say that it took a message, milliseconds. */
  readonly ackTimeoutMs?: number;
  /** How long bringing a file to the network may take, and how long without a byte, milliseconds. */
  readonly uploadTimeoutMs?: number;
  readonly uploadIdleMs?: number;
  /** How long a gateway that died keeps others from its connections, milliseconds. */
  readonly leaseMs?: number;
  readonly reconnectFirstMs?: number;
  readonly reconnectCapMs?: number;
  /** A link that stood for less is one more that failed: whoever lets us in and ends it at once sees ever fewer logins. */
  readonly reconnectSoundMs?: number;
  /** Between two profile pictures that a number asks for, milliseconds. */
  readonly picturesEveryMs?: number;
  /** When a link that says nothing is asked whether it lives, and made anew. */
  readonly watch?: WatchdogConfig;
  /** Between two looks for tickets that close by themselves, milliseconds. */
  readonly autoCloseEveryMs?: number;
  /** Between two looks for messages that were scheduled, milliseconds. */
  readonly schedulesEveryMs?: number;
  readonly campaignsEveryMs?: number;
  readonly webhooksEveryMs?: number;
  readonly listChecksEveryMs?: number;
  /** Between two looks for tickets that deleted users left open, milliseconds. */
  readonly deletedUsersEveryMs?: number;
  /** Between two looks for companies whose tombstone's time is over, milliseconds. */
  readonly deletionsEveryMs?: number;
  /** Between two looks for contacts whose erasure is not finished, milliseconds. */
  readonly erasuresEveryMs?: number;
  /** Between two looks for contacts whose time is over, milliseconds. */
  readonly retentionEveryMs?: number;
  /** See the sweep of files that nothing refers to; 0: never. */
  readonly mediaGraceMs?: number;
  /** Between two seals of the log, milliseconds. */
  readonly sealsEveryMs?: number;
  /** Between two looks for letters that wait, milliseconds. */
  readonly mailEveryMs?: number;
  /** Between two looks for sign-ups that were cut short, milliseconds. */
  readonly signUpsEveryMs?: number;
  /** Between two looks for invoices to be issued, and for payments that nobody told of, milliseconds. */
  readonly invoicesEveryMs?: number;
  readonly paymentsEveryMs?: number;
  /** Between two looks for due dates that a company is told of, milliseconds. */
  readonly dueNoticesEveryMs?: number;
  /** Between two looks for contacts whose merge is not finished, milliseconds. */
  readonly mergesEveryMs?: number;
  /** How long a process may remember whose an address was, milliseconds (the desk's; tests). */
  readonly addressesRememberedMs?: number;
  /** How long the end of what somebody writes is waited for before an assistant answers, milliseconds. */
  readonly assistantSettleMs?: number;
  /** Between two looks for what waits for connections that were deleted, milliseconds. */
  readonly deletedDestinationsEveryMs?: number;
}

export interface GatewayDeps {
  /** Without it nobody is erased. */
  readonly contactKeys?: ContactKeys;
  readonly desk: Desk;
  readonly eventStore: EventStore;
  /** The same log as it is stored: without it no file is ever swept. */
  readonly storedEvents?: Pick<EventStore, 'append' | 'read' | 'readAll' | 'stands'>;
  /** Seals and verifies the log; without it nobody does. */
  readonly chain?: ChainWork;
  readonly readStore: ReadStore;
  readonly state: StateStore;
  readonly media: MediaStore;
  /** Resolves true once the read models have reached the position, false when they have not after `timeoutMs`. */
  readonly reached: (position: number, timeoutMs: number) => Promise<boolean>;
  /** Unique per process. */
  readonly holderId: string;
  readonly newId: () => string;
  readonly config: GatewayConfig;
  readonly log: Logger;
  /** Takes letters to where they are read; absent: they wait for a gateway that has it. */
  readonly mail?: MailTransport;
  /** Charges that may be paid; absent: this installation takes no payments. */
  readonly charges?: Charges | undefined;
  /** How the systems that companies bill by are asked; absent: the bot asks none. */
  readonly billingSystems?: BillingSystems | undefined;
  /** How models and bots of other platforms are asked; absent: none answers. */
  readonly assistants?: Assistants | undefined;
  /** How receivers of webhooks are called; absent: they are not. */
  readonly webhooks?: Ask | undefined;
  /** Told of each thing of a network that could not be taken in, for the metrics. */
  readonly onParked?: (reason: ParkedReason) => void;
  /** Other drivers than those of the product, for tests. */
  readonly openDriver?: (channel: string, context: DriverContext) => Promise<Driver>;
}
