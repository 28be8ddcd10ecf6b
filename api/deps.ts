import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault, RouteOptions } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import type { ChainLink, ChainState } from '../contract/audit.ts';
import type { Desk } from '../domain/desk/desk.ts';
import type { EventStore } from '../domain/kernel/event-store.ts';
import type { ChainReport } from '../domain/kernel/log-chain.ts';
import type { MediaStore } from '../domain/ports/media-store.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import type { Vault } from '../domain/ports/vault.ts';
import type { Quotas } from '../domain/quota/quotas.ts';
import type { Assistants } from '../outgoing/assistants/open.ts';
import type { BillingSystems } from '../outgoing/billing-systems/open.ts';
import type { Payments } from '../payments/open.ts';
import type { ReadStore } from '../projections/ports/read-store.ts';

export interface ApiConfig {
  /** Signs tokens: the same for every api process. At least 32 characters. */
  readonly secretKey: string;
  readonly version: string;
  /** Where people reach the console, without a slash at its end; absent: links of letters say only the path. */
  readonly publicUrl?: string | undefined;
  /** The OpenID provider that people may sign in by; with it `publicUrl` is given. */
  readonly oidc?:
    | {
        readonly issuer: string;
        readonly clientId: string;
        readonly clientSecret: string;
        /** What its button says. */
        readonly label: string;
      }
    | undefined;
  /** Letters lie there where no mail server is set up; absent: one is. */
  readonly mailFolder?: string | undefined;
  /** The built console; absent: only the API is served. */
  readonly publicDir?: string;
  readonly demo: boolean;
  /** What the installation sets for a channel, by its kind: see `environment` of its declaration. */
  readonly channels?: Readonly<Record<string, Readonly<Record<string, string | undefined>>>>;
  /** Those left out are the usual ones. */
  readonly quotas?: Partial<Quotas>;
  readonly maxUploadBytes: number;
  /** Media types that may be uploaded: exact, or a family such as `image/*`. Absent: see `http/uploads.ts`. */
  readonly allowedMimes?: readonly string[];
  /** Whose `X-Forwarded-*` is believed: nobody's, that of so many proxies in a row, or of these addresses and networks. */
  readonly trustProxy: false | number | readonly string[];
  /** Cookies only over https. */
  readonly cookieSecure: boolean;
  /** Browsers are told to come back over https only. */
  readonly hsts: boolean;
  /** Without a renewal for so long a session ends, in milliseconds; default: 7 days. */
  readonly sessionIdleMs?: number | undefined;
  /** However busy, a session ends so long after its login, in milliseconds; default: 30 days. */
  readonly sessionLongestMs?: number | undefined;
  /** `/metrics` asks for it; without one only this machine is answered. */
  readonly metricsToken?: string | undefined;
  /** How long a request that is no upload may take to arrive, in milliseconds; default: 30 s. */
  readonly arrivalMs?: number | undefined;
  /** Connections one process holds at once; default 10,000. */
  readonly mostConnections?: number | undefined;
  /** How long a live line may follow nothing, in milliseconds; default: half a minute. */
  readonly lineIdleMs?: number;
  /** Live connections one user may have on one process; default 20, one a tab. */
  readonly mostLinesOfUser?: number | undefined;
  /** Live connections one address may have on one process, signed in or not; default 500. */
  readonly mostLinesOfAddress?: number | undefined;
  /** Every answer is checked against its schema before it is sent: for tests. */
  readonly checkAnswers?: boolean;
}

/** What the projector says of itself, for `readyz`: events not yet folded, how long the oldest waits, events set aside. */
export interface ProjectorStatus {
  readonly lag: number;
  readonly lagMs?: number;
  readonly parked: number;
  /** Somebody folds the read models of this version: this process or one that was seen to live. */
  readonly running: boolean;
  /** Who: this process, another one, or nobody that is known of. */
  readonly role: 'leader' | 'standby' | 'waiting';
  /** The read models of this version have been seen as far as the log was when this process first looked. */
  readonly prepared: boolean;
  /** How long nobody has been seen folding. */
  readonly unattendedMs: number;
  /** Why it does not get on. */
  readonly failing?: string;
}

/** The log's hash chain, for who looks at it. */
export interface LogChain {
  state(): Promise<Omit<ChainState, 'check'>>;
  /** Of the event at this position; null: not sealed yet. */
  linkOf(position: number): Promise<ChainLink>;
  /** Verifies all of it. */
  verify(signal: AbortSignal): Promise<ChainReport>;
}

export interface ApiDeps {
  /** Absent: this installation takes no payments. */
  readonly payments?: Payments | undefined;
  /** How the systems that companies bill by are asked. */
  readonly billingSystems: BillingSystems;
  /** How models and bots of other platforms are asked, where somebody tries one out. */
  readonly assistants: Assistants;
  readonly chain: LogChain;
  readonly desk: Desk;
  /** Wrapped with schemas: every event read is parsed and upcast. */
  readonly eventStore: EventStore;
  readonly readStore: ReadStore;
  readonly state: StateStore;
  readonly vault: Vault;
  readonly media: MediaStore;
  /** Resolves true once the read models have reached the position, false when they have not after `timeoutMs`. */
  reached(position: number, timeoutMs: number): Promise<boolean>;
  projectorStatus?(): ProjectorStatus | Promise<ProjectorStatus>;
  /** This process is about to end: nobody is to be sent here any more. */
  stopping?(): boolean;
  /** The projector commits through this very read store: changes come by `onCommit`; otherwise the feed is polled. */
  readonly sharesProcess?: boolean;
  readonly config: ApiConfig;
  readonly log: FastifyBaseLogger;
  readonly metrics?: Registry;
  /** Told of each route before it is added: a test walks them all. */
  readonly onRoute?: (route: RouteOptions) => void;
  readonly now?: () => Date;
}

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;
