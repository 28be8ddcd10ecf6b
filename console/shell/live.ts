import { type Client, createClient } from 'graphql-ws';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { type BriefChange, briefHello, type Change } from '../../contract/changes.ts';
import { answerFromWire } from '../../contract/wire.ts';
import { refreshToken } from './api.ts';
import { createKnownCards } from './known-cards.ts';
import { livePosition, standAt } from './live-position.ts';
import { createMissed } from './missed.ts';
import { endReason, endSession, sessionState } from './session-store.ts';
import { readStored } from './storage.ts';

export interface LiveStatus {
  readonly state: 'online' | 'offline' | 'catchingUp' | 'caughtUp';
  /** News recovered since the connection came back: a message is one, with all it changed. */
  readonly missed: number;
}
interface Frame {
  readonly seq: string;
  readonly items: readonly (Change | BriefChange)[];
}

const line = createStore<LiveStatus>(() => ({ state: 'online', missed: 0 }));
const status = line.getState;
const become = (next: LiveStatus): void => line.setState(next, true);
let missedItems = createMissed();

let client: Client | undefined;
/** How often the line came back. */
const backs = createStore<number>(() => 0);
let usedToken: string | null = null;
let offlineTimer: ReturnType<typeof setTimeout> | undefined;
let doneTimer: ReturnType<typeof setTimeout> | undefined;
/** Subscriptions that have not had their first frame since the connection came back. */
const awaitedFeeds = new Set<object>();
const openFeeds = new Set<object>();

const onLost = (): void => {
  clearTimeout(doneTimer);
  // A blink is no news: the banner waits until the first retry has failed too.
  if (status().state === 'online' || status().state === 'caughtUp')
    offlineTimer ??= setTimeout(() => become({ state: 'offline', missed: 0 }), 700);
  else become({ state: 'offline', missed: 0 });
};

const onRecovered = (retried: boolean): void => {
  clearTimeout(offlineTimer);
  offlineTimer = undefined;
  if (!retried) return;
  awaitedFeeds.clear();
  for (const subscription of openFeeds) awaitedFeeds.add(subscription);
  if (status().state === 'offline') {
    missedItems = createMissed();
    become({ state: 'catchingUp', missed: 0 });
  }
  backs.setState((times) => times + 1, true);
};

/** Returns the way to stop listening for each time the line is up again after it was lost, however short that was. */
export const onLineBack = (listener: () => void): (() => void) => backs.subscribe(() => listener());

const caughtUp = (): void => {
  if (status().state !== 'catchingUp') return;
  become({ state: 'caughtUp', missed: status().missed });
  doneTimer = setTimeout(() => become({ state: 'online', missed: 0 }), 4_000);
};

const onClosed = (event: unknown): void => {
  const { code, reason } = (event ?? {}) as { code?: number; reason?: string };
  // Another tab of this browser may have signed in again since: then only this socket's token is void.
  if (code === 4401 && readStored('token') === usedToken) endSession(endReason(reason));
  else if (code === 4403) void refreshToken(usedToken).catch(() => undefined);
  if (sessionState().status === 'in') onLost();
};

/** The system says that the network is gone: no need to wait for a ping without an answer. */
const cutLine = (): void => client?.terminate();

const connect = (): Client => {
  window.addEventListener('offline', cutLine);
  let silence: ReturnType<typeof setTimeout> | undefined;
  const madeClient = createClient({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    // Without these two the client gives up after half a minute, and comes back with the token it began with.
    retryAttempts: Number.POSITIVE_INFINITY,
    connectionParams: async () => {
      usedToken = readStored('token');
      return { token: usedToken, ...briefHello };
    },
    shouldRetry: () => sessionState().status === 'in',
    retryWait: (retries) =>
      new Promise((resolve) => {
        const wait = Math.min(300 * 2 ** retries, 5_000);
        const timer = setTimeout(resolve, wait + Math.random() * 300);
        window.addEventListener(
          'online',
          () => {
            clearTimeout(timer);
            resolve();
          },
          { once: true },
        );
      }),
    keepAlive: 10_000,
    on: {
      connected: (_socket, _payload, retried) => onRecovered(retried),
      closed: onClosed,
      // A line that is dead but not closed looks alive for minutes: no pong in 5 s ends it.
      ping: (received) => {
        if (!received) silence = setTimeout(() => madeClient.terminate(), 5_000);
      },
      pong: (received) => {
        if (received) clearTimeout(silence);
      },
    },
  });
  return madeClient;
};

/** Ends the socket when the session ends; the next subscription opens another. */
export const closeLive = (): void => {
  const held = client;
  client = undefined;
  void held?.dispose();
  clearTimeout(offlineTimer);
  offlineTimer = undefined;
  // Another user's company counts its own changes.
  standAt(undefined);
  awaitedFeeds.clear();
  become({ state: 'online', missed: 0 });
};

/** Tries the connection at once instead of at the next retry ('Tentar agora'). */
export const reconnectNow = (): void => {
  window.dispatchEvent(new Event('online'));
};

const query =
  'subscription ($channels:[String!]!,$after:String){changes(channels:$channels,after:$after){seq items}}';

/**
 * Returns the way out of a subscription outside React. It begins where the page stands, and the cursor moves with
 * each frame: so one begun while the line is away misses nothing of what happens until it is back, and neither does a
 * reconnect. `apply` gets all items of a frame in one call; `onResync` is called when changes were lost for good;
 * `onReady` when nothing is missed from then on, again whenever the line is back. `whole`: nor since it was asked
 * for; otherwise (the first after a login) what was fetched before may have been overtaken.
 */
const subscribeLive = (
  channels: readonly string[],
  apply: (items: readonly Change[]) => void,
  onResync: () => void,
  onReady?: (whole: boolean) => void,
): (() => void) => {
  const self = {};
  /** Of what the server began for it; a line that comes back begins it again unseen. */
  let isFirst = true;
  let after = livePosition();
  let whole = after !== undefined;
  let stopped = false;
  let stop = () => {};
  let again: ReturnType<typeof setTimeout> | undefined;
  const knownCards = createKnownCards(channels);
  openFeeds.add(self);
  const variables = {
    channels,
    get after() {
      return after;
    },
  };
  const onFrame = ({ seq, items }: Frame): void => {
    after = seq;
    standAt(seq);
    if (isFirst || awaitedFeeds.has(self)) {
      isFirst = false;
      onReady?.(whole);
      whole = true;
    }
    const told = answerFromWire(items) as Frame['items'];
    // Of a card that was never told the change says too little: as good as lost.
    const changes = told.flatMap((item) =>
      item.action === 'resync' ? [] : (knownCards.wholeOf(item) ?? []),
    );
    if (changes.length < items.length) onResync();
    if (changes.length > 0) apply(changes);
    if (status().state === 'catchingUp') become({ state: 'catchingUp', missed: missedItems.add(changes) });
    awaitedFeeds.delete(self);
    if (awaitedFeeds.size === 0) caughtUp();
  };
  const begin = (): void => {
    if (stopped) return;
    client ??= connect();
    isFirst = true;
    stop = client.subscribe<{ changes: Frame }>(
      { query, variables },
      {
        next: ({ data }) => {
          if (data?.changes) onFrame(data.changes);
        },
        // What the client calls final (an error of the server's, code 1011) is not final for us.
        error: (error) => {
          const refused = Array.isArray(error) && JSON.stringify(error).includes('ERR_NO_PERMISSION');
          if (!stopped && !refused && sessionState().status === 'in') again = setTimeout(begin, 2_000);
        },
        complete: () => {
          if (!stopped && sessionState().status === 'in') again = setTimeout(begin, 2_000);
        },
      },
    );
  };
  begin();
  return () => {
    stopped = true;
    clearTimeout(again);
    openFeeds.delete(self);
    awaitedFeeds.delete(self);
    stop();
    if (awaitedFeeds.size === 0) caughtUp();
  };
};

/** Follows channels while the component is shown (`channels.room(companyId, ticketId)` of contract/channels). */
export const useLive = (
  channels: readonly string[],
  apply: (items: readonly Change[]) => void,
  onResync: () => void,
  onReady?: (whole: boolean) => void,
): void => {
  const latestHandlers = useRef({ apply, onResync, onReady });
  latestHandlers.current = { apply, onResync, onReady };
  const key = channels.join(' ');
  useEffect(() => {
    if (key === '') return;
    return subscribeLive(
      key.split(' '),
      (items) => latestHandlers.current.apply(items),
      () => latestHandlers.current.onResync(),
      (whole) => latestHandlers.current.onReady?.(whole),
    );
  }, [key]);
};

export const useLiveStatus = (): LiveStatus => useStore(line);
