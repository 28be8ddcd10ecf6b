import { createHash } from 'node:crypto';
import { newId } from '../../../domain/kernel/ids.ts';
import { sleep } from '../../../domain/kernel/retry.ts';
import type { Media } from '../../../domain/ticket/events.ts';
import {
  type Driver,
  type DriverContext,
  type DriverDeps,
  DriverError,
  type DriverEvent,
} from '../../../gateway/driver/driver.ts';
import { pretendAddressBook } from '../address-book.ts';
import type { PhoneEvent, PhoneInboxItem } from '../phone-events.ts';
import { createPhoneNetwork, phoneNumber } from '../phone-network.ts';

const page = 500;
const maxInFlight = 2_000;
/** Polling for what another process delivered: often while there is traffic, less when it is quiet. */
const busyPollMs = 20;
const quietPollMs = 100;
const quietAfterMs = 5_000;
const slowFileMs = 10_000;

/** A link to the pretend phone network. */
export function openDriver(
  context: DriverContext,
  { state, media }: Pick<DriverDeps, 'state' | 'media'>,
): Driver {
  const { connectionId, companyId, handler, log } = context;
  const phones = createPhoneNetwork({ state, newId, now: () => new Date() });
  let link: AbortController | undefined;

  function drop(detail: string): void {
    if (!link) return;
    link.abort(new DriverError('offline', detail));
    link = undefined;
    handler({ type: 'status', status: 'closed', cause: 'lost', detail }).catch((error: unknown) =>
      log.error({ err: error, connectionId }, 'the end of the link was not handled'),
    );
  }

  /** Hands the inbox over, in order, and forgets what the handler has made durable. */
  async function pump(signal: AbortSignal): Promise<void> {
    const inFlight = new Set<string>();
    let done: string[] = [];
    let wake = () => {};
    let woken = false;
    const stopListening = phones.onDelivered(connectionId, () => {
      woken = true;
      wake();
    });
    const rest = (ms: number) =>
      new Promise<void>((resolve) => {
        if (woken || signal.aborted) return resolve();
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    signal.addEventListener('abort', () => wake(), { once: true });

    async function forget(): Promise<void> {
      const ids = done;
      done = [];
      if (ids.length === 0) return;
      await phones.taken(ids);
      for (const id of ids) inFlight.delete(id);
    }

    function hand(item: PhoneInboxItem): void {
      inFlight.add(item.id);
      handleItem(item.event).then(
        () => {
          done.push(item.id);
          wake();
        },
        (error: unknown) => {
          // Not durable: it stays in the inbox and is handed over again.
          inFlight.delete(item.id);
          if (!signal.aborted)
            log.warn({ err: error, connectionId }, 'a phone event will be handed over again');
        },
      );
    }

    let after: string | undefined;
    let sweptAt = 0;
    let activeAt = performance.now();
    try {
      while (!signal.aborted) {
        woken = false;
        try {
          await forget();
          // Another process may have put something before what was read already: look from the start now and then.
          if (inFlight.size === 0 || performance.now() - sweptAt > 200) {
            after = undefined;
            sweptAt = performance.now();
          }
          const items =
            inFlight.size >= maxInFlight
              ? []
              : await phones.inbox(connectionId, { limit: page, ...(after === undefined ? {} : { after }) });
          if (signal.aborted) return;
          const fresh = items.filter((item) => !inFlight.has(item.id));
          for (const item of fresh) hand(item);
          after = items.at(-1)?.id ?? after;
          if (fresh.length > 0 || inFlight.size > 0) activeAt = performance.now();
          if (items.length === page && inFlight.size < maxInFlight) continue;
        } catch (error) {
          log.warn({ err: error, connectionId }, 'the phone network does not answer');
          await sleep(500, signal);
        }
        // Gathers what comes together instead of looking once a message.
        await new Promise((resolve) => setImmediate(resolve));
        if (done.length === 0)
          await rest(performance.now() - activeAt > quietAfterMs ? quietPollMs : busyPollMs);
      }
    } finally {
      stopListening();
    }
  }

  async function handleItem(event: PhoneEvent): Promise<void> {
    if (event.kind === 'fault') {
      if (await phones.takeFault(connectionId, 'disconnect')) drop('the network dropped the link');
      return;
    }
    await handler(toDriverEvent(event));
  }

  async function refusable(what: string): Promise<void> {
    if (await phones.takeFault(connectionId, 'refuse'))
      throw new DriverError('refused', `the network refused the ${what}`);
  }

  function online(): AbortSignal {
    if (!link) throw new DriverError('offline', 'there is no link');
    if (!context.mayAct()) throw new DriverError('offline', 'the lease may have passed on');
    return link.signal;
  }

  return {
    idempotentSend: true,
    externalIdOf: (messageId) => messageId,
    async connect() {
      if (link) return;
      await handler({ type: 'status', status: 'opening' });
      if (await phones.takeFault(connectionId, 'disconnect')) {
        await handler({
          type: 'status',
          status: 'closed',
          cause: 'lost',
          detail: 'the network refused the link',
        });
        return;
      }
      link = new AbortController();
      const { signal } = link;
      await handler({ type: 'status', status: 'connected', number: numberOf(connectionId) });
      await handler({ type: 'addressBook', entries: pretendAddressBook });
      void pump(signal);
    },
    async disconnect() {
      link?.abort(new DriverError('offline', 'disconnected'));
      link = undefined;
    },
    async send(message, told) {
      const signal = online();
      if (message.media && (await phones.takeFault(connectionId, 'slowFile')))
        for (let tenths = 0; tenths < 10 && !signal.aborted; tenths++) {
          told?.(tenths / 10);
          await sleep(slowFileMs / 10, signal);
        }
      await refusable('message');
      const silent = await phones.takeFault(connectionId, 'silent');
      online();
      const { open: _, ...file } = message.media ?? {};
      await phones.accept(connectionId, message.to, {
        externalId: message.externalId,
        body: message.body,
        mediaType: message.mediaType,
        ...(message.media ? { media: file as Media } : {}),
        ...(message.quoted ? { quotedId: message.quoted.externalId } : {}),
      });
      if (silent) await never(signal);
      signal.throwIfAborted();
    },
    async edit(target) {
      online();
      await refusable('edit');
      await phones.editByBusiness(connectionId, target.to, target.externalId, target.body);
    },
    async delete(target) {
      online();
      await refusable('deletion');
      await phones.deleteByBusiness(connectionId, target.to, target.externalId);
    },
    async react(target) {
      online();
      await refusable('reaction');
      await phones.reactByBusiness(connectionId, target.to, target.externalId, target.emoji);
    },
    async checkNumber(number) {
      return phones.exists(number) ? { exists: true, number: phoneNumber(number) } : { exists: false };
    },
    async downloadMedia(handle, signal) {
      if (await phones.takeFault(connectionId, 'loseFile'))
        throw new DriverError('refused', 'the network has lost the file', undefined, 'later');
      if (await phones.takeFault(connectionId, 'slowFile')) await sleep(slowFileMs, signal);
      signal.throwIfAborted();
      return media.open(companyId, handle);
    },
  };
}

/** The network took the message and never says so; the link's end ends the waiting. */
const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** A number to show for a pretend connection: the same one always. */
const numberOf = (connectionId: string): string => {
  const digits =
    BigInt(`0x${createHash('sha256').update(connectionId).digest('hex').slice(0, 12)}`) % 10n ** 8n;
  return `55119${String(digits).padStart(8, '0')}`;
};

function toDriverEvent(event: Exclude<PhoneEvent, { kind: 'fault' }>): DriverEvent {
  const addresses = [event.number];
  switch (event.kind) {
    case 'receipt':
      return { type: 'receipt', externalIds: event.messageIds, ack: event.ack };
    case 'edit':
      return { type: 'edit', addresses, externalId: event.messageId, fromMe: false, body: event.body };
    case 'delete':
      return { type: 'delete', addresses, externalId: event.messageId, fromMe: false };
    case 'reaction': {
      const { messageId: externalId, emoji, at: sentAt } = event;
      return { type: 'reaction', addresses, externalId, fromMe: false, emoji, sentAt };
    }
    case 'vote': {
      const { messageId: externalId, choices, at: sentAt } = event;
      return { type: 'vote', addresses, externalId, fromMe: false, choices, sentAt };
    }
    case 'message': {
      const { message } = event;
      const file = message.media;
      return {
        type: 'message',
        message: {
          externalId: message.id,
          addresses,
          name: event.name,
          isGroup: false,
          fromMe: message.fromBusiness,
          body: message.body,
          mediaType: message.mediaType,
          ...(file ? { media: { ...file, handle: file.id } } : {}),
          ...(message.extra ? { extra: message.extra } : {}),
          ...(message.quotedId ? { quotedExternalId: message.quotedId } : {}),
          sentAt: message.at,
        },
      };
    }
  }
}
