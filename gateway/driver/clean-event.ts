import { cleanName, cleanText } from '../../domain/text/clean.ts';
import type { Group } from '../../messaging/groups.ts';
import type { DriverChange, DriverEvent, DriverMessage } from './driver.ts';
import { inboundLimits as most } from './limits.ts';

/** Returns a number between two: JSON knows neither NaN nor infinities, and stored they would come back as null. */
const within = (value: number, low: number, high: number): number =>
  Number.isFinite(value) ? Math.min(Math.max(value, low), high) : 0;

/** Returns a number; undefined: not one to be believed. */
const measure = (value: number | undefined, high: number): number | undefined =>
  value !== undefined && Number.isFinite(value) && value > 0 && value <= high ? Math.round(value) : undefined;

const id = (text: string) => cleanName(text, most.id);
const addresses = (given: readonly string[]) =>
  [...new Set(given.slice(0, most.addresses).map(id))].filter((address) => address !== '');

type Extra = NonNullable<DriverMessage['extra']>;

const label = (text: string) => cleanText(text, most.label).trim();
const optional = <K extends string>(key: K, text: string | undefined): { [k in K]?: string } => {
  const cleaned = text === undefined ? '' : label(text);
  return (cleaned === '' ? {} : { [key]: cleaned }) as { [k in K]?: string };
};

/** Returns an address of the web and no other: a link must not run anything on the screen that shows it. */
const webAddress = (url: string | undefined): string | undefined => {
  const parsed = url !== undefined && url.length <= most.address ? URL.parse(url) : null;
  return parsed && /^https?:$/.test(parsed.protocol) && parsed.username === '' ? parsed.href : undefined;
};

const when = (instant: string | undefined): string | undefined => {
  const at = Date.parse(instant ?? '');
  return Number.isFinite(at) ? new Date(at).toISOString() : undefined;
};

const eventOf = ({ name, startsAt, endsAt, place, canceled }: NonNullable<Extra['event']>) => {
  const from = when(startsAt);
  const until = when(endsAt);
  return {
    name: label(name),
    ...(from !== undefined && { startsAt: from }),
    ...(until !== undefined && { endsAt: until }),
    ...optional('place', place),
    canceled,
  };
};

const adOf = ({ title, text, url }: NonNullable<Extra['ad']>) => {
  const address = webAddress(url);
  return {
    ...optional('title', title),
    ...optional('text', text),
    ...(address !== undefined && address.length <= most.address && { url: address }),
  };
};

/** Returns what kind of message it is: only what is known here is kept of it. */
const kindOf = ({ sticker, viewOnce, poll, interactive, ad, invite, event, unreadable, unknown }: Extra) => ({
  ...(sticker && { sticker: { animated: sticker.animated } }),
  ...(viewOnce && { viewOnce: { onPhone: viewOnce.onPhone } }),
  ...(poll && {
    poll: {
      options: poll.options.slice(0, most.options).map(label),
      choices: Math.round(within(poll.choices, 0, most.options)),
    },
  }),
  ...(interactive && {
    interactive: {
      ...optional('title', interactive.title),
      ...optional('footer', interactive.footer),
      buttons: interactive.buttons
        .slice(0, most.options)
        .map(label)
        .filter((text) => text !== ''),
    },
  }),
  ...(ad && { ad: adOf(ad) }),
  ...(invite && { invite: { group: cleanName(invite.group, most.name) } }),
  ...(event && { event: eventOf(event) }),
  ...(unreadable && { unreadable: { cause: cleanName(unreadable.cause, most.number) } }),
  ...(unknown && { unknown: { kind: cleanName(unknown.kind, most.name) } }),
});

const extraOf = ({ location, contacts, call, ...kind }: Extra): Extra => ({
  ...kindOf(kind),
  ...(location && {
    location: {
      latitude: within(location.latitude, -90, 90),
      longitude: within(location.longitude, -180, 180),
      ...(location.name !== undefined && { name: cleanName(location.name, most.place) }),
      ...(location.address !== undefined && { address: cleanName(location.address, most.place) }),
      ...(location.live && { live: true }),
    },
  }),
  ...(contacts && {
    contacts: contacts.slice(0, most.cards).map(({ name, number }) => ({
      name: cleanName(name, most.name),
      ...(number !== undefined && { number: cleanName(number, most.number) }),
    })),
  }),
  ...(call && {
    call: {
      missed: call.missed,
      video: call.video,
      ...(call.outcome !== undefined && { outcome: call.outcome }),
      ...(call.seconds !== undefined && { seconds: within(call.seconds, 0, most.seconds) }),
    },
  }),
});

const mediaOf = (media: NonNullable<DriverMessage['media']>): NonNullable<DriverMessage['media']> => {
  const size = measure(media.size, Number.MAX_SAFE_INTEGER);
  const seconds = measure(media.seconds, most.seconds);
  const width = measure(media.width, most.pixels);
  const height = measure(media.height, most.pixels);
  return {
    name: cleanText(media.name, most.place),
    mime: cleanName(media.mime, most.mime),
    ...(size && { size }),
    ...(seconds && { seconds }),
    ...(width && { width }),
    ...(height && { height }),
    handle: media.handle,
  };
};

/** Returns an instant as it is stored; one that is none, or lies ahead of every clock, is now. */
const instant = (text: string, now: Date): string => {
  const at = Date.parse(text);
  return Number.isFinite(at) && at > 0 && at <= now.getTime() + most.aheadMs
    ? new Date(at).toISOString()
    : now.toISOString();
};

/** Returns the message with every number finite and every text well-formed and no longer than `inboundLimits`. */
export function cleanMessage(message: DriverMessage, now: Date = new Date()): DriverMessage {
  const { participant, media, extra, quotedExternalId } = message;
  return {
    externalId: id(message.externalId),
    addresses: addresses(message.addresses),
    name: cleanName(message.name, most.name),
    isGroup: message.isGroup,
    fromMe: message.fromMe,
    ...(participant && {
      participant: { name: cleanName(participant.name, most.name), number: id(participant.number) },
    }),
    body: cleanText(message.body, most.body),
    mediaType: message.mediaType,
    ...(media && { media: mediaOf(media) }),
    ...(extra && { extra: extraOf(extra) }),
    ...(quotedExternalId !== undefined && { quotedExternalId: id(quotedExternalId) }),
    sentAt: instant(message.sentAt, now),
  };
}

const changeOf = ({ addresses: chat, externalId, fromMe, author }: DriverChange): DriverChange => ({
  addresses: addresses(chat),
  externalId: id(externalId),
  fromMe,
  ...(author && { author: addresses(author) }),
});

type Marked = Extract<DriverEvent, { type: 'reaction' | 'vote' }>;
const markingOf = ({ authorName, sentAt, ...change }: Marked) => ({
  ...changeOf(change),
  ...(authorName !== undefined && { authorName: cleanName(authorName, most.name) }),
  sentAt: instant(sentAt, new Date()),
});

const groupOf = ({ address, name, members }: Group): Group => ({
  address: id(address),
  name: cleanName(name, most.name),
  members: members.map(({ addresses: theirs, admin }) => ({ addresses: addresses(theirs), admin })),
});

/**
 * Returns what a driver hands over as the desk may store it. Every driver's events pass here before anything else sees
 * them: whoever wrote them may use a client of their own, and the network cannot look into what it carries.
 */
export function cleanEvent(event: DriverEvent): DriverEvent {
  switch (event.type) {
    case 'message':
      return { type: 'message', message: cleanMessage(event.message) };
    case 'unread':
      return { ...event, addresses: addresses(event.addresses), externalId: id(event.externalId) };
    case 'edit':
      return { type: 'edit', ...changeOf(event), body: cleanText(event.body, most.body) };
    case 'delete':
      return { type: 'delete', ...changeOf(event) };
    case 'reaction':
      // Cut, not cleaned: what joins the parts of an emoji must stay, and what is none is refused as a whole.
      return { type: 'reaction', ...markingOf(event), emoji: event.emoji.slice(0, most.emoji) };
    case 'vote':
      return {
        type: 'vote',
        ...markingOf(event),
        choices: event.choices
          .slice(0, most.options)
          .filter((choice) => Number.isInteger(choice) && choice >= 0 && choice < most.options),
      };
    case 'refused':
      return {
        type: 'refused',
        externalId: id(event.externalId),
        ...(event.code !== undefined && { code: cleanName(event.code, most.number) }),
      };
    case 'receipt':
      return {
        type: 'receipt',
        externalIds: event.externalIds.map(id),
        ack: Math.round(within(event.ack, 0, 5)),
      };
    case 'presence':
      return { ...event, addresses: addresses(event.addresses) };
    case 'identity':
      return { type: 'identity', addresses: addresses(event.addresses) };
    case 'group': {
      const { formerName } = event;
      return {
        type: 'group',
        group: groupOf(event.group),
        ...(formerName !== undefined && { formerName: cleanName(formerName, most.name) }),
      };
    }
    case 'addressBook':
      return {
        type: 'addressBook',
        entries: event.entries
          .map(({ number, name }) => ({ number: id(number), name: cleanName(name, most.name) }))
          .filter(({ number, name }) => number !== '' && name !== ''),
      };
    case 'status':
      if (event.status === 'connected') return { ...event, number: id(event.number) };
      return event.status === 'closed' && event.detail !== undefined
        ? { ...event, detail: cleanText(event.detail, most.detail) }
        : event;
    case 'unpairable':
      return { ...event, detail: cleanText(event.detail, most.detail) };
    case 'qr':
    case 'limit':
      return event;
  }
}
