import { globalAgent } from 'node:https';
import { type AuthenticationCreds, type BinaryNode, jidNormalizedUser } from 'baileys';
import type { Driver, DriverContext, DriverEvent } from '../../../gateway/driver/driver.ts';
import type { DriverDeps } from '../../../gateway/driver/driver-deps.ts';
import { openSealedStore, type SealedStore } from '../../../gateway/secrets/sealed-store.ts';
import { settingsOf } from '../../channel.ts';
import { whatsapp } from '../channel.ts';
import { clientVersions } from '../client-version.ts';
import { openAuthState } from './auth-state.ts';
import { chatActions } from './chat-actions.ts';
import { closeCause } from './close-cause.ts';
import { createCurrentLink } from './current-link.ts';
import { downloadFile } from './download.ts';
import { externalIdOf } from './external-id.ts';
import { thaw } from './frozen.ts';
import { holdConfirmations } from './hold-confirmations.ts';
import { createIncoming } from './incoming.ts';
import { openKeptUploads } from './kept-uploads.ts';
import { openLines } from './lines.ts';
import { linkListeners } from './link-listeners.ts';
import { endSocket, listen } from './listeners.ts';
import { isNews, newsListeners } from './news.ts';
import { openSocket } from './open-socket.ts';
import { createOutgoing } from './outgoing.ts';
import { companionOf } from './pairing.ts';
import { createPairingCodes } from './pairing-codes.ts';
import { quietLibsignal } from './quiet-libsignal.ts';

/** What a connection is called on its phone where nobody says. */
const usualName = settingsOf(whatsapp).deviceName;

/**
 * Returns the credentials, without what is left of a code that was asked for and never typed: it would be taken for a
 * pairing, and refused.
 */
async function openAuth(store: SealedStore, saving: Parameters<typeof openAuthState>[1]) {
  const auth = await openAuthState(store, saving);
  const { me, account, pairingCode } = auth.state.creds;
  if (!me || account || !pairingCode) return auth;
  await store.clear();
  return openAuthState(store, saving);
}

/** Returns the parts of one number's driver, put together; `connect` makes it a link. */
function createParts(
  context: DriverContext,
  deps: Pick<DriverDeps, 'state' | 'vault' | 'config' | 'settings'>,
  signal: AbortSignal,
) {
  const { connectionId, handler, fence, mayAct } = context;
  const { state, vault, config, settings } = deps;
  const log = context.log.child({ driver: 'baileys', connectionId });
  // Baileys logs message contents and keys from 'debug' on; less than warnings stays less.
  const quiet = log.child({}, { level: log.isLevelEnabled('warn') ? 'warn' : log.level });
  const tell = (event: DriverEvent) =>
    void handler(event).catch((error: unknown) =>
      log.error({ err: error, type: event.type }, 'an event of the network was not handled'),
    );
  let ownCredentials: Pick<AuthenticationCreds, 'me'> | undefined;
  const self = () => {
    const { id, lid } = ownCredentials?.me ?? {};
    return [id, lid].flatMap((jid) => (jid ? [jidNormalizedUser(jid)] : []));
  };
  const currentLink = createCurrentLink(mayAct);
  const lines = openLines({ secret: context.secret, privateToo: settings.proxyPrivate === '1' });
  const incoming = createIncoming(context, deps, { currentLink, self, log, signal });
  const outgoing = createOutgoing({
    context,
    config,
    attempt: currentLink.attempt,
    tell,
    log,
    quiet,
    uploads: openKeptUploads({ state, vault, connectionId, fence, mayAct }),
    agent: async () => (await lines.current())?.https ?? globalAgent,
  });
  return {
    log,
    quiet,
    tell,
    currentLink,
    lines,
    incoming,
    outgoing,
    store: openSealedStore({ state, vault, connectionId, fence, mayAct }),
    versions: clientVersions({ state, set: settings.version, url: settings.versionUrl, log }),
    codes: createPairingCodes({ pairingNumber: context.pairingNumber, tell }),
    news: newsListeners({ ...incoming, tell, isBeingSent: outgoing.isBeingSent }),
    /** They say by which addresses, number and lid, the number itself is known: the lid may come with the login. */
    knowSelf(credentials: Pick<AuthenticationCreds, 'me'>): void {
      ownCredentials = credentials;
    },
  };
}

/** Makes a link, and listens to it. */
function openLink(
  parts: ReturnType<typeof createParts>,
  made: Pick<Parameters<typeof openSocket>[0], 'version' | 'companion' | 'url' | 'proxy'> & {
    readonly auth: Awaited<ReturnType<typeof openAuth>>;
  },
): void {
  const { log, currentLink, incoming, outgoing, codes } = parts;
  const link = openSocket({
    ...made,
    auth: made.auth.state,
    again: outgoing.again,
    cachedGroupMetadata: incoming.groups.cached,
    makeSignalRepository: incoming.makeSignalRepository,
    log: parts.quiet,
  });
  currentLink.set(link);
  const line = (link.ws as unknown as { socket?: Parameters<typeof holdConfirmations>[0] | null }).socket;
  if (line) holdConfirmations(line, { whenWritten: incoming.intake.written, mostMs: 10_000, log });
  codes.restart();
  link.ws.on('frame', (frame: Partial<BinaryNode>) => {
    if (!currentLink.is(link)) return;
    if (isNews(frame)) currentLink.heard();
    codes.heard(frame);
  });
  incoming.listen(link);
  listen(link, {
    ...parts.news,
    ...linkListeners(link, made, parts),
    call: (some) => {
      if (currentLink.is(link)) some.forEach(incoming.calls.told);
    },
  });
}

/** Returns one number on WhatsApp through Baileys. Credentials are encrypted and written only by the owner of the lease. */
export function openDriver(
  context: DriverContext,
  deps: Pick<DriverDeps, 'state' | 'vault' | 'config' | 'settings'>,
): Driver {
  const { settings } = deps;
  const closer = new AbortController();
  const parts = createParts(context, deps, closer.signal);
  const { log, tell, currentLink, lines, incoming, outgoing, store, versions } = parts;
  const { intake, calls } = incoming;
  const saving = {
    signal: closer.signal,
    onFailure: (error: unknown) => log.warn({ err: error }, 'credentials wait to be written'),
  };
  let lastAuth: Awaited<ReturnType<typeof openAuth>> | undefined;

  /** Of connecting and of ending: what an earlier one still waits for makes no link any more. */
  let course = 0;

  async function connect(): Promise<void> {
    const own = ++course;
    endSocket(currentLink.socket);
    quietLibsignal();
    // What a link has just learned, its pairing for one, may still be on its way to the store.
    await lastAuth?.settled();
    if (own !== course) return;
    const auth = await openAuth(store, saving);
    if (own !== course) return;
    lastAuth = auth;
    parts.knowSelf(auth.state.creds);
    void intake.start();
    const version = await versions.current();
    const proxy = await lines.current().catch((error: unknown) => ({ error: error as Error }));
    if (own !== course) return;
    if (proxy && 'error' in proxy) {
      const { error } = proxy;
      return tell({ type: 'status', status: 'closed', cause: closeCause(error), detail: error.message });
    }
    const companion = companionOf(String(context.setting?.('deviceName') ?? usualName));
    openLink(parts, { auth, version, companion, url: settings.url, proxy });
  }

  return {
    // The id of a message is ours: WhatsApp takes a repeated one as the same message.
    idempotentSend: true,
    externalIdOf,
    connect,

    async disconnect(options) {
      course++;
      const link = currentLink.release();
      if (link && options?.logout)
        await link
          .logout()
          .catch((error: unknown) => log.warn({ err: error }, 'WhatsApp did not confirm the logout'));
      endSocket(link);
      if (!options?.logout) return;
      // What still waits for the store would be written after all is forgotten.
      await lastAuth?.end();
      await store.clear();
    },

    close: () => {
      course++;
      lines.close();
      closer.abort();
      calls.stop();
      intake.stop();
    },

    heardAt: () => currentLink.heardAt,
    ...outgoing.driver,
    ...chatActions(currentLink, lines.current),

    downloadMedia: async (handle, signal) =>
      downloadFile(thaw(handle), {
        ...(settings.url && { testServer: settings.url }),
        reupload: async (lost) => currentLink.connectedLink().updateMediaMessage(lost),
        signal,
        line: await lines.current(),
      }),
  };
}
