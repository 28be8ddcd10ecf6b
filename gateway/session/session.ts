import type { Logger } from 'pino';
import { type Channel, settingsOf } from '../../channels/channel.ts';
import type { SettingKey } from '../../domain/company/settings.ts';
import { backoff, retry, sleep } from '../../domain/kernel/retry.ts';
import type { Lease } from '../../domain/ports/lease.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import {
  dropPairingNumber,
  dropQrCode,
  forgetPairing,
  readPairingNumber,
  saveQrCode,
} from '../../messaging/pairing.ts';
import { keepPhoneBook } from '../../messaging/phone-book.ts';
import { connectionSecrets, readSecret } from '../../messaging/secrets.ts';
import { addressed, addressingOf } from '../driver/addressing.ts';
import { cleanEvent } from '../driver/clean-event.ts';
import type { CloseCause, Driver, DriverContext, DriverEvent } from '../driver/driver.ts';
import type { GatewayDeps } from '../gateway-config.ts';
import { createCalls } from '../inbound/calls.ts';
import { createFiles, type FileWork } from '../inbound/files.ts';
import { createInbound } from '../inbound/inbound.ts';
import { programTypes, refusalOf } from '../inbound/media-intake.ts';
import { createPictures } from '../inbound/pictures.ts';
import type { ConnectionFacts } from '../log/connections.ts';
import { isFamiliar } from '../outbound/familiar.ts';
import { createOutbound, type OutboundWork } from '../outbound/outbound.ts';
import { createPacer } from '../outbound/pacer.ts';
import { createReceipts } from '../outbound/receipts.ts';
import { sentIndex } from '../outbound/sent-index.ts';
import { createSentMessages } from '../outbound/sent-messages.ts';
import { createPresence } from '../presence/presence.ts';
import { createReads } from '../presence/reads.ts';
import type { FairSlots } from '../scheduling/fair-slots.ts';
import { createPacing } from '../scheduling/pacing.ts';
import { paceOf, reasonOf, worthTelling } from './close-policy.ts';
import { createLink } from './link.ts';
import { handledRequests } from './session-requests.ts';
import { createStatusReports } from './status-report.ts';
import { usualWatch, watchLink } from './watchdog.ts';

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

/** One connection while this gateway has its lease: its driver, what comes in and what goes out. */
export async function openSession(deps: SessionDeps) {
  const { lease, state, desk, eventStore, readStore, media, config } = deps;
  const { id: connectionId, companyId } = deps.facts();
  const log: Logger = deps.log.child({ connectionId });
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, lease.lost]);
  const link = createLink(lease);
  const sent = sentIndex();
  const addressing = addressingOf(deps.channel);
  const reports = createStatusReports({ companyId, connectionId, desk, log, signal });
  const requests = handledRequests(state, connectionId, lease.fence);
  await requests.claim();
  const usual = { firstMs: config.reconnectFirstMs ?? 500, capMs: config.reconnectCapMs ?? 60_000 };
  let delays = backoff(usual.firstMs, usual.capMs);
  let lastCause: CloseCause | undefined;
  let retries = 0;
  let halted = false;
  let reconnecting: AbortController | undefined;

  const takesGroups = () => deps.setting('CheckMsgIsGroup') !== 'enabled';
  const driver = await deps.openDriver({
    companyId,
    connectionId,
    log,
    handler,
    sentMessage: createSentMessages({
      ...{ companyId, connectionId, eventStore, readStore, media, sent, addressing },
    }),
    takesGroups,
    pairingNumber: () => readPairingNumber(state, connectionId),
    takesCalls: () => deps.setting('call') !== 'disabled',
    setting: (name) => settingsOf(deps.channel, deps.facts().settings)[name],
    secret: (name) => readSecret({ state, vault: deps.vault }, connectionSecrets(connectionId), name),
    fence: lease.fence,
    mayAct: () => lease.mayAct() && !stopping.signal.aborted,
  });
  const reader = readStore.forCompany(companyId);
  const pace = () => deps.facts().pace ?? deps.channel.pace;
  const pacer = createPacer({
    ...{ connectionId, state, fence: lease.fence, pace, signal },
    isFamiliar: (contactId) =>
      retry(() => isFamiliar(reader, connectionId, contactId), {
        signal,
        onFailure: (error) => log.warn({ err: error }, 'who is new waits for the read models'),
      }),
  });
  const outbound = createOutbound({
    pacer,
    typing: () => pace()?.typing ?? 'never',
    companyId,
    connectionId,
    driver,
    limits: deps.channel.limits,
    desk,
    eventStore,
    readStore,
    state,
    media,
    sent,
    addressing,
    channel: deps.channel.kind,
    projectorReached: deps.projectorReached,
    isUp: link.isUp,
    whenUp: link.whenUp,
    sendTimeoutMs: config.sendTimeoutMs ?? 20_000,
    uploadTimeoutMs: config.uploadTimeoutMs ?? 300_000,
    log,
    signal,
  });
  const priming = Promise.withResolvers<void>();
  // Whoever waits for it sees its failure; with nobody waiting it must not end the process.
  priming.promise.catch(() => {});
  const pictures = createPictures({
    ...{ ...deps, companyId, connectionId, driver, log, signal },
    everyMs: config.picturesEveryMs,
  });
  const receipts = createReceipts({
    channel: deps.channel.kind,
    ...{ companyId, connectionId, desk, readStore, sent, log, signal },
  });
  const mediaLimits = {
    maxBytes: config.maxMediaBytes,
    refusedTypes: config.refusedMediaTypes ?? programTypes,
  };
  const files = createFiles({
    ...{ ...mediaLimits, companyId, connectionId, driver, desk, eventStore, readStore, state, media },
    ...{ vault: deps.vault, slots: deps.fileSlots, pacing: createPacing(config.inboundFilesPerMinute ?? 0) },
    projectorReached: deps.projectorReached,
    isUp: link.isUp,
    whenUp: link.whenUp,
    timeoutMs: config.mediaTimeoutMs ?? 60_000,
    tries: config.fileTries ?? 6,
    retryMs: config.fileRetryMs ?? 3_000,
    everyMs: config.filesEveryMs ?? 60_000,
    ...{ log, signal },
  });
  const inbound = createInbound({
    companyId,
    connectionId,
    queueId: () => {
      const [only, ...others] = deps.facts().queueIds;
      return only !== undefined && others.length === 0 ? only : null;
    },
    reopenWithinMs: deps.reopenWithinMs,
    takesGroups,
    calls: createCalls({
      ...{ companyId, connectionId, driver, desk, state, log },
      written: addressing.written,
      text: () => deps.setting('callTemplate'),
    }),
    desk,
    eventStore,
    readStore,
    state,
    sent,
    files,
    refusalOf: (claim) => refusalOf(claim, mediaLimits),
    onMet: pacer.heard,
    considerPicture: (contactId, address, isGroup) =>
      pictures.consider(contactId, address && addressing.written(address), isGroup),
    onParked: deps.onParked,
    projectorReached: deps.projectorReached,
    primed: priming.promise,
    log,
    signal,
  });

  const presence = createPresence({
    ...{ companyId, connectionId, driver, desk, reader, state, addressing, log },
    showsTyping: () => deps.setting('typingToContacts') === 'enabled',
    isOnline: () => deps.setting('onlineStatus') === 'enabled',
    isUp: link.isUp,
  });
  const reads = createReads({
    ...{ connectionId, driver, reader, state, addressing, log, signal },
    projectorReached: deps.projectorReached,
    enabled: () => deps.setting('readReceipts') === 'enabled',
    isUp: link.isUp,
  });

  async function handler(given: DriverEvent): Promise<void> {
    // Whoever has the lease now is given it again by the network.
    if (signal.aborted) throw new Error('the session has ended');
    const event = addressed(cleanEvent(given), addressing);
    switch (event.type) {
      case 'message':
        return inbound.message(event.message);
      case 'unread':
        return inbound.unread(event);
      case 'edit':
        return inbound.edit(event);
      case 'delete':
        return inbound.delete(event);
      case 'reaction':
        return inbound.reaction(event);
      case 'vote':
        return inbound.vote(event);
      case 'refused':
        return receipts.refused(event.externalId, event.code);
      case 'receipt':
        return receipts.handle(event.externalIds, event.ack);
      case 'group':
        return inbound.group(event.group, event.formerName);
      case 'presence':
        return presence.contact(event.addresses, event.doing);
      case 'identity':
        return inbound.identity(event.addresses);
      case 'limit':
        log.warn({ what: event.what, until: event.until }, 'the network limits what this number may send');
        return pacer.limit(event.what, event.until);
      case 'addressBook':
        return keepPhoneBook(state, connectionId, event.entries);
      case 'qr':
        await saveQrCode(state, connectionId, event);
        void reports.report({ status: 'qrcode', qrAttempt: event.attempt });
        return;
      case 'unpairable':
        // Whoever waits for the code reads why, and asks for another way.
        await dropPairingNumber(state, connectionId);
        return void reports.report({ status: 'TIMEOUT', reason: `unpairable (${event.detail})` });
      case 'status':
        if (event.status === 'closed') void onClosed(event);
        else onStatus(event);
    }
  }

  function onStatus(event: Exclude<Extract<DriverEvent, { type: 'status' }>, { status: 'closed' }>): void {
    if (event.status === 'connected') {
      retries = 0;
      lastCause = undefined;
      presence.connected();
      link.set(true);
      void dropQrCode(state, connectionId).catch(() => false);
      void dropPairingNumber(state, connectionId).catch(() => false);
      void reports.report({ status: 'CONNECTED', number: event.number });
    } else if (event.status === 'pairing') void reports.report({ status: 'PAIRING' });
    else if (retries === 0) {
      // While it keeps failing it stays 'disconnected': two events a try would only fill the log.
      void reports.report({ status: 'OPENING' });
    }
  }

  const watching = watchLink({
    ...{ driver, isUp: link.isUp, log, signal, config: config.watch ?? usualWatch },
    onDeaf: async () => {
      await driver.disconnect();
      await onClosed({ cause: 'deaf' });
    },
    onStale: async () => {
      link.set(false);
      await driver.disconnect();
      reconnect(0);
    },
  });
  watching.catch((error: unknown) => log.error({ err: error }, 'nobody watches the link any more'));

  type Closed = Omit<Extract<DriverEvent, { status: 'closed' }>, 'type' | 'status'>;

  /**
   * Judged only while the number is surely ours: when the lease has passed on, the next owner's session is what ended
   * this one, and says nothing of the number.
   */
  async function onClosed(event: Closed): Promise<void> {
    link.set(false);
    while (!lease.mayAct() && !signal.aborted) await sleep(20, signal);
    if (!signal.aborted) judge(event);
  }

  function judge(event: Closed): void {
    const { cause } = event;
    const reason = reasonOf(event);
    const pace = paceOf(cause, usual);
    if (pace === 'halt') {
      halted = true;
      log.error({ cause, reason }, 'the connection stays closed until someone starts it');
      if (cause === 'logged-out')
        void forgetPairing(state, connectionId).catch((error: unknown) => {
          log.warn({ err: error }, 'what a pairing that ended left behind was not dropped');
        });
      void requests.settle(deps.facts().wantedAt, { halted: true }).catch((error: unknown) => {
        log.warn({ err: error }, 'the end of the session was not written');
      });
      void reports.report({ status: cause === 'unpaired' ? 'TIMEOUT' : 'DISCONNECTED', reason });
      return;
    }
    retries++;
    if (cause !== lastCause) delays = backoff(pace.firstMs, pace.capMs);
    const told = cause === lastCause && !worthTelling(retries);
    lastCause = cause;
    const again = cause === 'restart' && retries === 1 ? 0 : delays.next();
    log.warn({ cause, reason, retries, againMs: Math.round(again) }, 'the link closed');
    if (!told && (cause !== 'restart' || retries > 1))
      void reports.report({ status: 'DISCONNECTED', retries, reason });
    reconnect(again);
  }

  function reconnect(afterMs: number): void {
    reconnecting?.abort();
    const own = new AbortController();
    reconnecting = own;
    const either = AbortSignal.any([signal, own.signal]);
    void (async () => {
      await sleep(afterMs, either);
      if (either.aborted) return;
      try {
        await driver.connect();
      } catch (error) {
        if (!either.aborted) void onClosed({ cause: 'lost', detail: (error as Error).message });
      }
    })();
  }

  async function begin(): Promise<void> {
    halted = false;
    retries = 0;
    lastCause = undefined;
    reconnect(0);
  }

  /** Does what was asked last, once: a request is remembered when it is done, not when it is seen. */
  async function obey(): Promise<void> {
    const { wanted, wantedAt } = deps.facts();
    const settled = await requests.settled();
    const fresh = settled?.at !== wantedAt;
    if (wanted === 'stop' || (wanted === 'newQr' && fresh)) {
      reconnecting?.abort();
      link.set(false);
      await driver.disconnect({ logout: true });
      await forgetPairing(state, connectionId);
    } else if (wanted === 'restart' && fresh) {
      reconnecting?.abort();
      link.set(false);
      await driver.disconnect();
    }
    if (wanted === 'stop') await reports.report({ status: 'DISCONNECTED' });
    if (fresh) await requests.settle(wantedAt, { halted: false });
    if (wanted === 'stop') return;
    if (!fresh && settled?.halted) halted = true;
    else if (!link.isConnected()) await begin();
  }

  let obeying: Promise<void> = Promise.resolve();

  return {
    companyId,
    connectionId,
    lease,
    driver,
    /** For tests and measurements: what the driver calls. */
    handler,
    touch: (work: OutboundWork) => outbound.touch(work),
    seen: reads.seen,
    presence,
    /** Somebody asked for the file of a message again. */
    fetchFile: (work: FileWork) => {
      files.touch(work).catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'a file that was asked for is not fetched');
      });
    },
    /** Its pace was set anew. */
    paceChanged: () => pacer.changed(),
    /** To be called once `touch` is told the log's news: what the outbox misses must come by the log. */
    prime(): void {
      files.run().catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'files that are due are not looked for');
      });
      outbound.prime().then(priming.resolve, (error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'the outbox could not be read');
        priming.reject(error);
      });
    },
    /** To be called at the start and whenever something is asked of the connection; one after the other. */
    obey(): Promise<void> {
      obeying = obeying.then(obey).catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'a request for the connection failed');
      });
      return obeying;
    },
    status: () => ({
      connectionId,
      companyId,
      connected: link.isUp(),
      halted,
      retries,
      inbound: inbound.size,
      outbound: outbound.size,
      files: files.size,
      waiting: pacer.waiting,
    }),
    /**
     * Ends the link, then waits a while for what came in over it to be written; what is not will be handed over again
     * to the next owner.
     */
    async stop(options: { logout?: boolean } = {}): Promise<void> {
      reconnecting?.abort();
      link.set(false);
      // Logging out writes: only its owner may, so before the session ends.
      if (options.logout) {
        await driver.disconnect({ logout: true });
        await forgetPairing(state, connectionId);
      }
      await driver.disconnect();
      await Promise.race([inbound.idle(), sleep(config.drainMs ?? 3_000, signal)]);
      if (inbound.size > 0)
        log.warn({ waiting: inbound.size }, 'stopped before all that came in was written');
      stopping.abort();
      driver.close?.();
    },
  };
}
export type Session = Awaited<ReturnType<typeof openSession>>;
