import { type Agent, globalAgent } from 'node:https';
import {
  areJidsSameUser,
  type BaileysEventMap,
  type BinaryNode,
  getBinaryNodeChildren,
  jidNormalizedUser,
  makeCacheableSignalKeyStore,
  makeWASocket,
  type WAMessage,
  type WASocket,
} from 'baileys';
import { LRUCache } from 'lru-cache';
import {
  type CloseCause,
  type Driver,
  type DriverContext,
  type DriverDeps,
  DriverError,
  type DriverEvent,
} from '../../../gateway/driver/driver.ts';
import { openSealedStore, SupersededError } from '../../../gateway/secrets/sealed-store.ts';
import { settingsOf } from '../../channel.ts';
import { whatsapp } from '../channel.ts';
import { clientVersions } from '../client-version.ts';
import { addressesOf, addressOf, isGroup, jidOf, ownNumber } from './addresses.ts';
import { asDriverError } from './as-driver-error.ts';
import { openAuthState } from './auth-state.ts';
import { createCalls, isBareCall } from './calls.ts';
import { closeCause, codeOf } from './close-cause.ts';
import { downloadFile, fetchOptions } from './download.ts';
import { externalIdOf } from './external-id.ts';
import { thaw } from './frozen.ts';
import { createGroups } from './groups.ts';
import { holdConfirmations } from './hold-confirmations.ts';
import { createIdentify } from './identify.ts';
import { readEvent } from './inbound-message.ts';
import { openInbox } from './inbox.ts';
import { createIntake } from './intake.ts';
import { openKeptUploads } from './kept-uploads.ts';
import { openLines } from './lines.ts';
import { endSocket, listen } from './listeners.ts';
import { limitOfLock } from './network-limits.ts';
import { isNews, newsListeners } from './news.ts';
import { createOutgoing } from './outgoing.ts';
import { askCode, type Companion, companionOf, refusedCode } from './pairing.ts';
import { openPolls } from './polls.ts';
import { quietLibsignal } from './quiet-libsignal.ts';

const chatStates = { text: 'composing', audio: 'recording', none: 'paused' } as const;

/** What a connection is called on its phone where nobody says. */
const usualName = settingsOf(whatsapp).deviceName;

/** One number on WhatsApp through Baileys. Credentials are encrypted and written only by the owner of the lease. */
export function openDriver(
  context: DriverContext,
  { state, vault, config, settings }: Pick<DriverDeps, 'state' | 'vault' | 'config' | 'settings'>,
): Driver {
  const { connectionId, handler, fence, mayAct } = context;
  const log = context.log.child({ driver: 'baileys', connectionId });
  // Baileys logs message contents and keys from 'debug' on; less than warnings stays less.
  const quiet = log.child({}, { level: log.isLevelEnabled('warn') ? 'warn' : log.level });
  const versions = clientVersions({ state, set: settings.version, url: settings.versionUrl, log });
  const store = openSealedStore({ state, vault, connectionId, fence, mayAct });
  const hidden = new LRUCache<string, true>({ max: 1_000 });
  const lines = openLines({ secret: context.secret, privateToo: settings.proxyPrivate === '1' });
  let socket: WASocket | undefined;
  /** Logged in: whatever is said before that would be read as a part of the login, and end it. */
  let open: WASocket | undefined;
  /** The number itself, by number and by lid. */
  let self: readonly string[] = [];
  let attempt = 0;
  const closing = new AbortController();
  let heardAt = Date.now();
  let typed: Promise<string> | undefined;

  const tell = (event: DriverEvent) =>
    void handler(event).catch((error: unknown) =>
      log.error({ err: error, type: event.type }, 'an event of the network was not handled'),
    );

  function read(message: WAMessage, groupName?: string): DriverEvent | undefined {
    try {
      // Of what nobody would see if it could be read nobody is told that it cannot.
      const own = message.category === 'peer';
      if (!message.message && (own || hidden.has(message.key.id ?? ''))) return undefined;
      return readEvent(message, () => groupName);
    } catch (error) {
      // Those that came with it must not be lost for it.
      const addresses = addressesOf(message.key.remoteJid, message.key.remoteJidAlt);
      return { type: 'unread', addresses, externalId: message.key.id ?? '', error };
    }
  }
  const groups = createGroups({
    ...{ state, connectionId, log, signal: closing.signal },
    ask: (jid) => connected().groupMetadata(jid),
    tell: (group, formerName) =>
      handler({ type: 'group', group, ...(formerName !== undefined && { formerName }) }),
    everyMs: config.groupEveryMs ?? 3_000,
  });
  const identified = createIdentify({
    numberOf: async (lid) => socket?.signalRepository.lidMapping.getPNForLID(lid),
    groupName: groups.heard,
    log,
  });
  const polls = openPolls({
    ...{ state, vault, connectionId, log },
    self: () => self,
    otherAddress: async (jid) => {
      const { lidMapping } = connected().signalRepository;
      const other = jid.endsWith('@lid') ? lidMapping.getPNForLID(jid) : lidMapping.getLIDForPN(jid);
      return (await other) ?? undefined;
    },
  });
  const intake = createIntake({
    inbox: openInbox({ state, vault, connectionId }),
    handle: async (message) => {
      // Beside each other: what waited for the poll's secret to be kept would come behind what was written after it.
      const kept = polls.remember(message);
      const { message: known, groupName } = await identified(message);
      const event = polls.isVote(known) ? await polls.read(known) : read(known, groupName);
      await Promise.all([kept, event && handler(event)]);
    },
    log,
    everyMs: config.inboxEveryMs ?? 60_000,
  });

  const calls = createCalls({
    take: (message) => {
      if (read(message)) intake.take(message);
    },
    refuses: () => context.takesCalls?.() === false,
    refuse: (callId, from) =>
      attempted((link) => link.rejectCall(callId, from)).catch((error: unknown) =>
        log.warn({ err: error }, 'a call was not refused'),
      ),
    isSelf: (jid) => areJidsSameUser(jid, socket?.user?.id) || areJidsSameUser(jid, socket?.user?.lid),
    ringsMs: config.callRingsMs ?? 120_000,
  });
  const isTaken = ({ key }: WAMessage): boolean =>
    !isGroup(key.remoteJid) || context.takesGroups?.() !== false;

  const connected = (): WASocket => {
    if (!open || open !== socket) throw new DriverError('offline', 'there is no link to WhatsApp');
    return open;
  };

  /** Runs something on the link that is open, while the number is surely ours. */
  const attempted = async <T>(work: (link: WASocket) => Promise<T>): Promise<T> => {
    const link = connected();
    if (!mayAct()) throw new DriverError('offline', 'the lease may have passed on');
    try {
      return await work(link);
    } catch (error) {
      throw asDriverError(error);
    }
  };
  /** The code of the QR picture, or, where a number is to be paired by typing, one code for as long as the network waits. */
  async function showCode(link: WASocket, companion: Companion, scanned: string): Promise<void> {
    attempt += 1;
    const number = await context.pairingNumber?.();
    if (number === undefined) return tell({ type: 'qr', code: scanned, attempt, kind: 'qr' });
    try {
      typed ??= askCode(link, companion, number);
      tell({ type: 'qr', code: await typed, attempt, kind: 'code' });
    } catch (error) {
      tell({ type: 'unpairable', detail: (error as Error).message });
    }
  }

  const outgoing = createOutgoing({
    ...{ context, config, attempted, tell, log, quiet },
    uploads: openKeptUploads({ state, vault, connectionId, fence, mayAct }),
    agent: async () => (await lines.current())?.https ?? globalAgent,
  });
  const news = newsListeners({ tell, groups, identified, isBeingSent: outgoing.isBeingSent });

  return {
    // The id of a message is ours: WhatsApp takes a repeated one as the same message.
    idempotentSend: true,
    externalIdOf,

    async connect() {
      endSocket(socket);
      quietLibsignal();
      let auth = await openAuthState(store);
      // A code was asked for and never typed: what is left of that would be taken for a pairing, and refused.
      if (auth.state.creds.me && !auth.state.creds.account && auth.state.creds.pairingCode) {
        await store.clear();
        auth = await openAuthState(store);
      }
      const { me } = auth.state.creds;
      self = [me?.id, me?.lid].flatMap((jid) => (jid ? [jidNormalizedUser(jid)] : []));
      void intake.start();
      const version = await versions.current();
      const proxied = await lines.current().catch((error: unknown) => {
        tell({
          ...{ type: 'status', status: 'closed', cause: closeCause(error) },
          detail: (error as Error).message,
        });
        return 'none' as const;
      });
      if (proxied === 'none') return;
      const companion = companionOf(String(context.setting?.('deviceName') ?? usualName));
      const link = makeWASocket({
        auth: { creds: auth.state.creds, keys: makeCacheableSignalKeyStore(auth.state.keys, quiet) },
        version,
        ...(settings.url && { waWebSocketUrl: settings.url }),
        ...(proxied && {
          agent: (settings.url?.startsWith('ws:') ? proxied.http : proxied.https) as Agent,
          fetchAgent: proxied.https,
          options: fetchOptions(proxied),
        }),
        logger: quiet,
        browser: companion,
        markOnlineOnConnect: false,
        syncFullHistory: false,
        generateHighQualityLinkPreview: false,
        // What we send comes back to us in no other way than what others send.
        emitOwnEvents: false,
        // Asked for again by a phone that could not read it. Undefined on a miss: an empty message would be sent
        // (evolution-api#2705).
        getMessage: (key) => outgoing.again(link, key),
        cachedGroupMetadata: groups.cached,
      });
      socket = link;
      const line = (link.ws as unknown as { socket?: Parameters<typeof holdConfirmations>[0] | null }).socket;
      if (line) holdConfirmations(line, { written: intake.written, mostMs: 10_000, log });
      attempt = 0;
      typed = undefined;
      heardAt = Date.now();
      link.ws.on('frame', (frame: Partial<BinaryNode>) => {
        if (current() && isNews(frame)) heardAt = Date.now();
        const refused = typed && current() ? refusedCode(frame) : undefined;
        if (refused === undefined) return;
        typed = undefined;
        tell({ type: 'unpairable', detail: refused });
      });
      const current = () => socket === link;

      const credentialsChanged = () => {
        auth.saveCreds().catch((error: unknown) => {
          if (!(error instanceof SupersededError))
            return log.error({ err: error }, 'credentials were not written');
          // Another gateway has the number: two sessions of it would end each other for ever.
          if (current()) socket = undefined;
          endSocket(link);
          tell({ type: 'status', status: 'closed', cause: 'lost', detail: error.message });
        });
      };
      const connectionChanged = ({
        connection,
        qr,
        lastDisconnect,
        isNewLogin,
        reachoutTimeLock,
      }: BaileysEventMap['connection.update']) => {
        if (!current()) return;
        if (qr)
          void showCode(link, companion, qr).catch((error: unknown) =>
            log.error({ err: error }, 'no code to show'),
          );
        if (reachoutTimeLock) tell(limitOfLock(reachoutTimeLock));
        if (isNewLogin) tell({ type: 'status', status: 'pairing' });
        if (connection === 'connecting') tell({ type: 'status', status: 'opening' });
        if (connection === 'open') open = link;
        if (connection === 'open')
          tell({ type: 'status', status: 'connected', number: ownNumber(auth.state.creds.me?.id) });
        if (connection !== 'close') return;
        socket = undefined;
        endSocket(link);
        const cause = closeCause(lastDisconnect?.error);
        const detail = lastDisconnect?.error?.message;
        // Of what never came to the network Baileys makes a 500.
        const code = cause.startsWith('proxy') ? undefined : codeOf(lastDisconnect?.error);
        const closed = (as: CloseCause = cause) =>
          tell({
            ...{ type: 'status', status: 'closed', cause: as },
            ...(detail && { detail }),
            ...(code !== undefined && { code }),
          });
        // A pairing that the phone ended is of no use to anyone: the next start shows a new code.
        if (cause === 'logged-out' || cause === 'unpaired')
          void store.clear().then(
            () => closed(),
            () => closed(),
          );
        else if (cause === 'outdated')
          void versions.lookUp(version).then(
            (isFound) => closed(isFound ? 'restart' : cause),
            () => closed(),
          );
        else closed();
      };
      // Before Baileys gathers events: gathered, an edit is laid over what it edits, whoever made it, and what was
      // confirmed to the network long ago is lost with the process. 'append' is what was missed while offline, 'notify'
      // what comes now: both are messages (OpenWA#1660).
      // A reaction, a vote or an edit that cannot be decrypted says so in its envelope, which Baileys does not hand over.
      link.ws.on('CB:message', (stanza: BinaryNode) => {
        if (getBinaryNodeChildren(stanza, 'enc').some(({ attrs }) => attrs['decrypt-fail'] === 'hide'))
          hidden.set(stanza.attrs.id ?? '', true);
      });
      const emit = link.ev.emit;
      link.ev.emit = (name, data) => {
        if (name === 'messages.upsert' && current())
          for (const message of (data as BaileysEventMap['messages.upsert']).messages)
            if (isTaken(message) && !isBareCall(message) && (polls.isVote(message) || read(message)))
              intake.take(message);
        return emit(name, data);
      };
      link.ws.on('CB:call', (stanza: BinaryNode) => {
        if (current()) calls.heard(stanza);
      });
      listen(link, {
        ...news,
        'creds.update': credentialsChanged,
        'connection.update': connectionChanged,
        call: (some) => {
          if (current()) some.forEach(calls.told);
        },
      });
    },

    async disconnect(options) {
      const link = socket;
      socket = undefined;
      link?.ev.flush();
      if (!link) {
        if (options?.logout) await store.clear();
        return;
      }
      if (options?.logout) {
        await link
          .logout()
          .catch((error: unknown) => log.warn({ err: error }, 'WhatsApp did not confirm the logout'));
        await store.clear();
      }
      endSocket(link);
    },

    close: () => {
      lines.close();
      closing.abort();
      calls.stop();
      intake.stop();
    },

    ...outgoing.driver,

    heardAt: () => heardAt,

    // Beyond the ping, which the line itself answers.
    probe: () => attempted(async (link) => void (await link.fetchBlocklist())),

    typing: ({ to, isGroup }, kind) =>
      attempted((link) => link.sendPresenceUpdate(chatStates[kind], jidOf(to, isGroup))),

    read: ({ to, isGroup, messages }) =>
      attempted((link) =>
        link.readMessages(
          messages.map(({ externalId, author }) => ({
            ...{ remoteJid: jidOf(to, isGroup), id: externalId, fromMe: false },
            ...(author && { participant: jidOf(author, false) }),
          })),
        ),
      ),

    watch: ({ to, isGroup }) => attempted((link) => link.presenceSubscribe(jidOf(to, isGroup))),

    online: (is) => attempted((link) => link.sendPresenceUpdate(is ? 'available' : 'unavailable')),

    checkNumber: (number) =>
      attempted(async (link) => {
        const [found] = (await link.onWhatsApp(number.replace(/\D/g, ''))) ?? [];
        const known = found?.exists ? addressOf(found.jid) : undefined;
        return { exists: found?.exists === true, ...(known && { number: known }) };
      }),

    async profilePicture(address, isGroup = false) {
      const link = connected();
      const url = await link
        .profilePictureUrl(jidOf(address, isGroup), 'preview', 10_000)
        .catch(() => undefined);
      // The address comes from WhatsApp's server; nothing else is fetched.
      if (!url || !/^https:\/\/[a-z0-9.-]+\.whatsapp\.net\//.test(url)) return undefined;
      const line = await lines.current();
      const answer = await fetch(url, {
        ...(line && fetchOptions(line)),
        ...{ signal: AbortSignal.timeout(10_000), redirect: 'error' },
      });
      return answer.ok && answer.body ? (answer.body as unknown as AsyncIterable<Uint8Array>) : undefined;
    },

    downloadMedia: async (handle, signal) =>
      downloadFile(thaw(handle), {
        ...(settings.url && { testServer: settings.url }),
        reupload: async (lost) => connected().updateMediaMessage(lost),
        signal,
        line: await lines.current(),
      }),
  };
}
