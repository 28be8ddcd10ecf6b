import { type Agent, globalAgent } from 'node:https';
import {
  areJidsSameUser,
  type BaileysEventMap,
  type BinaryNode,
  Browsers,
  generateMessageIDV2,
  generateWAMessage,
  getBinaryNodeChildren,
  jidNormalizedUser,
  makeCacheableSignalKeyStore,
  makeWASocket,
  proto,
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
  type MessageTarget,
  type OutboundMessage,
} from '../../../gateway/driver.ts';
import { openSealedStore, SupersededError } from '../../../gateway/sealed-store.ts';
import { addressBookOf } from './address-book.ts';
import { addressesOf, addressOf, isGroup, jidOf, ownNumber } from './addresses.ts';
import { openAuthState } from './auth-state.ts';
import { createCalls, isBareCall } from './calls.ts';
import { clientVersions } from './client-version.ts';
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
import { limitOfCap, limitOfLock } from './network-limits.ts';
import { writeContent } from './outbound-content.ts';
import { openPolls } from './polls.ts';
import { quietLibsignal } from './quiet-libsignal.ts';
import { watchedUpload } from './upload.ts';

const { Status } = proto.WebMessageInfo;
const chatStates = { text: 'composing', audio: 'recording', none: 'paused' } as const;

/** What the network says by itself, not in answer to us. */
const isNews = ({ tag, attrs }: Partial<BinaryNode>): boolean =>
  tag === 'message' ||
  tag === 'receipt' ||
  tag === 'call' ||
  (tag === 'notification' && attrs?.offline === undefined);

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
  const sending = new Set<string>();
  const uploads = openKeptUploads({ state, vault, connectionId, fence, mayAct });
  const prepared = new LRUCache<string, proto.IMessage>({ max: 500 });
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

  /** Ends a socket and its listeners: one left behind would answer beside its successor. */
  function end(old: WASocket | undefined): void {
    if (!old) return;
    for (const name of [
      'connection.update',
      'creds.update',
      'messages.update',
      'message-receipt.update',
      'messaging-history.set',
      'contacts.upsert',
      'contacts.update',
      'message-capping.update',
      'lid-mapping.update',
      'call',
      'presence.update',
      'groups.upsert',
      'groups.update',
      'group-participants.update',
    ] as const)
      old.ev.removeAllListeners(name);
    old.end(undefined);
  }

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

  /** Edits and deletions are read where they come in, as messages: what Baileys makes of them no longer says who made them. */
  function update(key: WAMessage['key'], { status: ack, messageStubParameters }: Partial<WAMessage>): void {
    const code = messageStubParameters?.[0];
    // 1 is 'pending': it says nothing that we did not know.
    if (key.id && key.fromMe && ack && ack >= Status.SERVER_ACK)
      tell({ type: 'receipt', externalIds: [key.id], ack });
    // Of one that is being sent `taken` says it.
    if (key.id && key.fromMe && ack === Status.ERROR && !sending.has(key.id))
      tell({ type: 'refused', externalId: key.id, ...(code && { code }) });
  }

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

  /** What a failed call says of its outcome: a link that broke meanwhile leaves it unknown, and the same id is sent again. */
  const attempted = async <T>(work: (link: WASocket) => Promise<T>): Promise<T> => {
    const link = connected();
    if (!mayAct()) throw new DriverError('offline', 'the lease may have passed on');
    try {
      return await work(link);
    } catch (error) {
      const code = codeOf(error);
      if (error instanceof DriverError) throw error;
      if (code === 429) throw new DriverError('limited', (error as Error).message, error, '429');
      const refused = code !== undefined && code >= 400 && code < 500 && code !== 408 && code !== 428;
      throw new DriverError(refused ? 'refused' : 'unknown', (error as Error).message, error);
    }
  };
  /** A message was refused as one of too many new conversations: until when, the network knows. */
  async function askLimits(link: WASocket): Promise<void> {
    try {
      tell(limitOfLock(await link.fetchAccountReachoutTimelock()));
    } catch (error) {
      log.warn({ err: error }, 'the network does not say until when it takes no new conversations');
      tell({ type: 'limit', what: 'new', until: new Date(Date.now() + 15 * 60_000) });
    }
  }

  /** The code of the QR picture, or, where a number is to be paired by typing, one code for as long as the network waits. */
  async function showCode(link: WASocket, scanned: string): Promise<void> {
    attempt += 1;
    const number = await context.pairingNumber?.();
    if (number === undefined) return tell({ type: 'qr', code: scanned, attempt, kind: 'qr' });
    try {
      typed ??= link.requestPairingCode(number);
      tell({ type: 'qr', code: await typed, attempt, kind: 'code' });
    } catch (error) {
      tell({ type: 'unpairable', detail: (error as Error).message });
    }
  }

  /** Sends under an id and waits for what the network says of it: written into a line that is dead, it went nowhere. */
  async function taken(link: WASocket, id: string, send: () => Promise<unknown>): Promise<void> {
    sending.add(id);
    try {
      const answer = link.waitForMessage<BinaryNode | undefined>(id, config.ackTimeoutMs ?? 15_000);
      // Awaited below; should the sending fail first, nobody else listens.
      answer.catch(() => {});
      await send();
      const said = await answer;
      if (!said) throw new DriverError('unknown', 'the network does not say whether it took the message');
      const { error } = said.attrs;
      if (error === '463') void askLimits(link);
      if (error)
        throw new DriverError(
          error === '429' ? 'limited' : 'refused',
          `the network refused the message: ${error}`,
          undefined,
          error,
        );
    } finally {
      sending.delete(id);
    }
  }

  /** The message as it goes out, its file brought to the network; made once, for a second try would upload it again. */
  async function written(
    link: WASocket,
    message: OutboundMessage,
    told?: (fraction: number) => void,
  ): Promise<proto.IMessage> {
    const { externalId } = message;
    const before = prepared.get(externalId) ?? (message.media && (await uploads.find(externalId)));
    if (before) {
      prepared.set(externalId, before);
      return before;
    }
    const jid = jidOf(message.to, message.isGroup);
    const quoted = message.quoted && {
      key: {
        ...{ remoteJid: jid, id: message.quoted.externalId, fromMe: message.quoted.fromMe },
        // In a group somebody wrote it, not the group.
        ...(message.quoted.author && { participant: jidOf(message.quoted.author, false) }),
      },
      message: { conversation: message.quoted.body },
    };
    const { message: made } = await generateWAMessage(jid, await writeContent(message), {
      logger: quiet,
      userJid: link.user?.id ?? '',
      upload: told
        ? watchedUpload(link, quiet, told, (await lines.current())?.https ?? globalAgent)
        : link.waUploadToServer,
      // Baileys' own is Node's agent's: five seconds without a byte.
      mediaUploadTimeoutMs: config.uploadIdleMs ?? 60_000,
      messageId: message.externalId,
      ...(quoted && { quoted: quoted as WAMessage }),
    });
    if (!made) throw new DriverError('refused', 'the message says nothing');
    if (message.media) {
      prepared.set(externalId, made);
      await uploads.keep(externalId, message.to, made);
    }
    return made;
  }

  async function again(link: WASocket, key: WAMessage['key']): Promise<proto.IMessage | undefined> {
    const { remoteJid, remoteJidAlt, id } = key;
    if (!id || !remoteJid) return undefined;
    try {
      const number = remoteJid.endsWith('@lid')
        ? await link.signalRepository.lidMapping.getPNForLID(remoteJid)
        : undefined;
      const message = await context.sentMessage(id, addressesOf(remoteJid, remoteJidAlt, number));
      return message && (await written(link, message));
    } catch (error) {
      log.warn({ err: error, externalId: id }, 'a message that was asked for again could not be made');
      return undefined;
    }
  }

  const keyOf = ({ externalId, to, isGroup }: MessageTarget) => ({
    remoteJid: jidOf(to, isGroup),
    id: externalId,
    fromMe: true,
  });

  return {
    // The id of a message is ours: WhatsApp takes a repeated one as the same message.
    idempotentSend: true,
    externalIdOf,

    async connect() {
      end(socket);
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
        browser: Browsers.ubuntu('Balcão'),
        markOnlineOnConnect: false,
        syncFullHistory: false,
        generateHighQualityLinkPreview: false,
        // What we send comes back to us in no other way than what others send.
        emitOwnEvents: false,
        // Asked for again by a phone that could not read it. Undefined on a miss: an empty message would be sent
        // (evolution-api#2705).
        getMessage: (key) => again(link, key),
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
      });
      const current = () => socket === link;

      link.ev.on('creds.update', () => {
        auth.saveCreds().catch((error: unknown) => {
          if (!(error instanceof SupersededError))
            return log.error({ err: error }, 'credentials were not written');
          // Another gateway has the number: two sessions of it would end each other for ever.
          if (current()) socket = undefined;
          end(link);
          tell({ type: 'status', status: 'closed', cause: 'lost', detail: error.message });
        });
      });
      link.ev.on('connection.update', ({ connection, qr, lastDisconnect, isNewLogin, reachoutTimeLock }) => {
        if (!current()) return;
        if (qr)
          void showCode(link, qr).catch((error: unknown) => log.error({ err: error }, 'no code to show'));
        if (reachoutTimeLock) tell(limitOfLock(reachoutTimeLock));
        if (isNewLogin) tell({ type: 'status', status: 'pairing' });
        if (connection === 'connecting') tell({ type: 'status', status: 'opening' });
        if (connection === 'open') open = link;
        if (connection === 'open')
          tell({ type: 'status', status: 'connected', number: ownNumber(auth.state.creds.me?.id) });
        if (connection !== 'close') return;
        socket = undefined;
        end(link);
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
      });
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
      link.ev.on('message-capping.update', (cap) => tell(limitOfCap(cap)));
      link.ev.on('messages.update', (updates) => {
        for (const { key, update: change } of updates) update(key, change);
      });
      const book = (contacts: Parameters<typeof addressBookOf>[0]) => {
        const entries = addressBookOf(contacts);
        if (entries.length > 0) tell({ type: 'addressBook', entries });
      };
      link.ev.on('messaging-history.set', ({ contacts }) => book(contacts));
      link.ev.on('contacts.upsert', book);
      link.ev.on('contacts.update', book);
      link.ws.on('CB:call', (stanza: BinaryNode) => {
        if (current()) calls.heard(stanza);
      });
      link.ev.on('call', (some) => {
        if (current()) some.forEach(calls.told);
      });
      link.ev.on('groups.upsert', (some) => some.forEach((group) => void groups.learn(group)));
      link.ev.on('groups.update', (some) => some.forEach((group) => void groups.change(group)));
      link.ev.on('group-participants.update', ({ id, participants, action }) => {
        void groups.members(id, participants, action);
      });
      link.ev.on('presence.update', ({ id, presences }) => {
        // In a group nobody is told who of them it is.
        const [said] = Object.values(presences);
        if (isGroup(id) || !said) return;
        const doing = { composing: 'typing', recording: 'recording' } as const;
        const addresses = addressesOf(id);
        const now = doing[said.lastKnownPresence as keyof typeof doing];
        void identified.numberOf(id).then((number) => {
          tell({ type: 'presence', addresses: number ? addressesOf(number, id) : addresses, doing: now });
        });
      });
      link.ev.on('lid-mapping.update', ({ lid, pn }) => {
        const addresses = addressesOf(pn, lid);
        if (addresses.length === 2) tell({ type: 'identity', addresses });
      });
      link.ev.on('message-receipt.update', (receipts) => {
        for (const { key, receipt } of receipts)
          if (key.fromMe && key.id)
            tell({
              type: 'receipt',
              externalIds: [key.id],
              ack: receipt.readTimestamp ? Status.READ : Status.DELIVERY_ACK,
            });
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
      end(link);
    },

    close: () => {
      lines.close();
      closing.abort();
      calls.stop();
      intake.stop();
    },

    prepare: (message, told) => attempted(async (link) => void (await written(link, message, told))),

    send: (message) =>
      attempted(async (link) => {
        const content = await written(link, message);
        const { externalId } = message;
        await taken(link, externalId, () =>
          link.relayMessage(jidOf(message.to, message.isGroup), content, { messageId: externalId }),
        );
        if (message.media)
          await uploads.drop(externalId).catch((error: unknown) => {
            log.warn({ err: error, externalId }, 'what is known of an upload stays until it expires');
          });
        return undefined;
      }),

    edit: (target) =>
      attempted(async (link) => {
        const key = keyOf(target);
        const messageId = generateMessageIDV2(link.user?.id);
        await taken(link, messageId, () =>
          link.sendMessage(key.remoteJid, { text: target.body, edit: key }, { messageId }),
        );
      }),

    delete: (target) =>
      attempted(async (link) => {
        const key = keyOf(target);
        const messageId = generateMessageIDV2(link.user?.id);
        await taken(link, messageId, () => link.sendMessage(key.remoteJid, { delete: key }, { messageId }));
      }),

    react: ({ emoji, author, fromMe, ...target }) =>
      attempted(async (link) => {
        const participant = target.isGroup && !fromMe && author ? { participant: jidOf(author, false) } : {};
        const key = { ...keyOf(target), fromMe, ...participant };
        const messageId = generateMessageIDV2(link.user?.id);
        await taken(link, messageId, () =>
          link.sendMessage(key.remoteJid, { react: { text: emoji, key } }, { messageId }),
        );
      }),

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
