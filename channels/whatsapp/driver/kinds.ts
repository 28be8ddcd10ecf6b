import { normalizeMessageContent, type proto, toNumber } from 'baileys';
import type { DriverMessage } from '../../../gateway/driver/driver.ts';
import { inboundLimits as most } from '../../../gateway/driver/limits.ts';

// What a message is beside text and files. Everything here was written by whoever sent it: lists are cut before they are
// walked, and what is no text or number of the expected kind is left out.

type Extra = NonNullable<DriverMessage['extra']>;

/** What a kind of message says; `header`: the part that carries its file. */
export interface Kind {
  readonly body: string;
  readonly extra: Extra;
  readonly header?: proto.IMessage;
}

const texts = (given: readonly (string | null | undefined)[]): string[] =>
  given.slice(0, most.options).filter((text): text is string => typeof text === 'string' && text !== '');

/** Returns the poll in a message: each version of the app makes it of another name; a quiz or one with pictures lies in an envelope. */
export function pollOf(content: proto.IMessage | undefined): proto.Message.IPollCreationMessage | undefined {
  const inner = normalizeMessageContent(content);
  return (
    inner?.pollCreationMessage ??
    inner?.pollCreationMessageV2 ??
    inner?.pollCreationMessageV3 ??
    inner?.pollCreationMessageV5 ??
    (inner?.pollCreationMessageV4?.message ? pollOf(inner.pollCreationMessageV4.message) : undefined)
  );
}

const readPoll = (poll: proto.Message.IPollCreationMessage): Kind => ({
  body: poll.name ?? '',
  extra: {
    poll: {
      // Their places count: one without a name keeps its own.
      options: (poll.options ?? []).slice(0, most.options).map(({ optionName }) => optionName ?? ''),
      choices: poll.selectableOptionsCount ?? 0,
    },
  },
});

interface Shown {
  readonly title?: string | null | undefined;
  readonly body?: string | null | undefined;
  readonly footer?: string | null | undefined;
  readonly buttons: readonly (string | null | undefined)[];
  readonly header?: proto.IMessage | null | undefined;
}

const interactive = ({ title, body, footer, buttons, header }: Shown): Kind => ({
  body: body ?? '',
  extra: {
    interactive: {
      ...(title ? { title } : {}),
      ...(footer ? { footer } : {}),
      buttons: texts(buttons),
    },
  },
  ...(header ? { header } : {}),
});

interface Headed {
  readonly imageMessage?: proto.Message.IImageMessage | null;
  readonly videoMessage?: proto.Message.IVideoMessage | null;
  readonly documentMessage?: proto.Message.IDocumentMessage | null;
}
/** Returns the file above a text with buttons, as a message of its own. */
const headerOf = (of: Headed | null | undefined): proto.IMessage | undefined => {
  if (of?.imageMessage) return { imageMessage: of.imageMessage };
  if (of?.videoMessage) return { videoMessage: of.videoMessage };
  return of?.documentMessage ? { documentMessage: of.documentMessage } : undefined;
};

/** Returns the words of a native flow's button, in JSON of the sender's making; a list has rows in it. */
function flowTexts(json: string | null | undefined): (string | undefined)[] {
  if (!json || json.length > most.body) return [];
  try {
    const parameters = JSON.parse(json) as {
      display_text?: unknown;
      title?: unknown;
      sections?: { rows?: { title?: unknown }[] }[];
    } | null;
    const sections = Array.isArray(parameters?.sections) ? parameters.sections.slice(0, most.options) : [];
    const rows = sections.flatMap((section) =>
      Array.isArray(section?.rows) ? section.rows.slice(0, most.options).map((row) => row?.title) : [],
    );
    return [parameters?.display_text ?? parameters?.title, ...rows].map((text) =>
      typeof text === 'string' ? text : undefined,
    );
  } catch {
    return [];
  }
}

function readInteractive(message: proto.Message.IInteractiveMessage): Kind {
  const { header, body, footer, nativeFlowMessage, carouselMessage } = message;
  const cards = (carouselMessage?.cards ?? []).slice(0, most.options);
  const words = cards.map((card) => texts([card.header?.title, card.body?.text]).join(': '));
  return interactive({
    title: header?.title,
    body: texts([body?.text, header?.subtitle, ...words]).join('\n'),
    footer: footer?.text,
    buttons: (nativeFlowMessage?.buttons ?? [])
      .slice(0, most.options)
      .flatMap(({ buttonParamsJson }) => flowTexts(buttonParamsJson)),
    header: headerOf(header),
  });
}

function readTemplate(message: proto.Message.ITemplateMessage): Kind {
  if (message.interactiveMessageTemplate) return readInteractive(message.interactiveMessageTemplate);
  const shownTemplate = message.hydratedTemplate ?? message.hydratedFourRowTemplate;
  return interactive({
    title: shownTemplate?.hydratedTitleText,
    body: shownTemplate?.hydratedContentText,
    footer: shownTemplate?.hydratedFooterText,
    buttons: (shownTemplate?.hydratedButtons ?? [])
      .slice(0, most.options)
      .map(
        ({ quickReplyButton, urlButton, callButton }) =>
          (quickReplyButton ?? urlButton ?? callButton)?.displayText,
      ),
    header: headerOf(shownTemplate),
  });
}

const readButtons = (message: proto.Message.IButtonsMessage): Kind =>
  interactive({
    title: message.text,
    body: message.contentText,
    footer: message.footerText,
    buttons: (message.buttons ?? []).slice(0, most.options).map(({ buttonText }) => buttonText?.displayText),
    header: headerOf(message),
  });

const readList = ({ title, description, buttonText, footerText, sections }: proto.Message.IListMessage) =>
  interactive({
    title,
    body: description,
    footer: footerText,
    buttons: [
      buttonText,
      ...(sections ?? [])
        .slice(0, most.options)
        .flatMap(({ rows }) => (rows ?? []).slice(0, most.options).map((row) => row.title)),
    ],
  });

/** Returns seconds since the epoch as an ISO instant; undefined: no instant. */
const instantOf = (seconds: Parameters<typeof toNumber>[0]): string | undefined => {
  const ms = seconds ? toNumber(seconds) * 1_000 : Number.NaN;
  return ms > 0 && ms <= 8.64e15 ? new Date(ms).toISOString() : undefined;
};

function readEventKind(event: proto.Message.IEventMessage): Kind {
  const startsAt = instantOf(event.startTime);
  const endsAt = instantOf(event.endTime);
  const place = event.location?.name || event.location?.address;
  return {
    body: event.description ?? '',
    extra: {
      event: {
        name: event.name ?? '',
        ...(startsAt !== undefined && { startsAt }),
        ...(endsAt !== undefined && { endsAt }),
        ...(place ? { place } : {}),
        canceled: event.isCanceled === true,
      },
    },
  };
}

/** Returns the words of kinds that are otherwise only named. */
const wordsOf = (content: proto.IMessage): string =>
  content.orderMessage?.message ??
  content.productMessage?.product?.title ??
  content.pollResultSnapshotMessage?.name ??
  content.pollResultSnapshotMessageV3?.name ??
  content.scheduledCallCreationMessage?.title ??
  content.newsletterAdminInviteMessage?.caption ??
  '';

/** Returns a kind that this build cannot show by the app's name for it: dropped, nobody would know that it came. */
export const unknownKind = (content: proto.IMessage, name: string): Kind => ({
  body: wordsOf(content),
  extra: { unknown: { kind: name.replace(/Mess+age(V\d+)?$/, '') } },
});

/**
 * Returns what is said by a message that is more than text. Undefined: it is text, a file, a place or a card, or a kind
 * of which nothing is known.
 */
export function readKind(content: proto.IMessage): Kind | undefined {
  const poll = pollOf(content);
  if (poll) return readPoll(poll);
  if (content.templateMessage) return readTemplate(content.templateMessage);
  if (content.buttonsMessage) return readButtons(content.buttonsMessage);
  if (content.listMessage) return readList(content.listMessage);
  if (content.interactiveMessage) return readInteractive(content.interactiveMessage);
  if (content.eventMessage) return readEventKind(content.eventMessage);
  if (content.groupInviteMessage) {
    const { caption, groupName } = content.groupInviteMessage;
    return { body: caption ?? '', extra: { invite: { group: groupName ?? '' } } };
  }
  // Its sender's app shows it to no linked device: only the phone has it.
  if (content.placeholderMessage) return { body: '', extra: { unreadable: { cause: 'onPhone' } } };
  return undefined;
}

/** Returns what somebody chose under a text with buttons or a list. */
export const chosenText = (content: proto.IMessage): string | undefined =>
  content.buttonsResponseMessage?.selectedDisplayText ??
  content.templateButtonReplyMessage?.selectedDisplayText ??
  content.listResponseMessage?.title ??
  content.interactiveResponseMessage?.body?.text ??
  undefined;

/** Returns the advertisement its writer came from, if it says so; a card that anybody's client puts beside a text is none. */
export function adOf(context: proto.IContextInfo | undefined): Extra['ad'] {
  const card = context?.externalAdReply;
  if (!card) return undefined;
  const source = context?.entryPointConversionSource ?? '';
  if (card.sourceType !== 'ad' && !card.ctwaClid && !source.startsWith('ctwa')) return undefined;
  return {
    ...(card.title ? { title: card.title } : {}),
    ...(card.body ? { text: card.body } : {}),
    ...(card.sourceUrl ? { url: card.sourceUrl } : {}),
  };
}

/** Whether it is to be seen once: said by its envelope, or by the file itself. */
export function isViewOnce(message: proto.IMessage | null | undefined): boolean {
  let content = message ?? undefined;
  for (let depth = 0; content && depth < 5; depth++) {
    if (content.viewOnceMessage || content.viewOnceMessageV2 || content.viewOnceMessageV2Extension)
      return true;
    content = (content.ephemeralMessage ?? content.editedMessage)?.message ?? undefined;
  }
  const inner = normalizeMessageContent(message);
  return (inner?.imageMessage ?? inner?.videoMessage ?? inner?.audioMessage)?.viewOnce === true;
}
