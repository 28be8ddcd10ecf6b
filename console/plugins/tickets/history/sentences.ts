import type { HistoryEventView } from '../../../../contract/history.ts';
import type { MediaType } from '../../../../domain/ticket/events.ts';
import type { MessageExtra } from '../../../../domain/ticket/extra.ts';
import { failure } from '../../../../domain/ticket/failure.ts';
import { beforeName, choices } from '../../../../domain/ticket/fields/derive.ts';
import { messageKind } from '../../../../domain/ticket/kind.ts';
import { valueKey } from '../fields/texts.ts';
import { failureText } from '../ticket/failure.ts';
import { handoverKey } from '../ticket/handover.ts';

import { kindWord } from '../ticket/kinds.ts';

export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** Names of what events refer to by id; an unknown id (deleted since) gives undefined. */
export interface Names {
  queue(id: string): string | undefined;
  user(id: string): string | undefined;
  tag(id: string): string | undefined;
}

export type EventIcon =
  | 'opened'
  | 'accepted'
  | 'returned'
  | 'transferred'
  | 'resolved'
  | 'reopened'
  | 'tags'
  | 'field'
  | 'read'
  | 'markedUnread'
  | 'rated'
  | 'integration'
  | 'bot'
  | 'peeked'
  | 'deleted'
  | 'received'
  | 'file'
  | 'sent'
  | 'acknowledged'
  | 'edited'
  | 'failed'
  | 'retried'
  | 'settled'
  | 'replaced'
  | 'reacted'
  | 'voted'
  | 'note'
  | 'campaign'
  | 'noteDeleted'
  | 'other';

export interface Sentence {
  readonly icon: EventIcon;
  /** What happened, for the list of events. */
  readonly title: string;
  /** Who did it. */
  readonly who: string;
  /** The whole sentence without the time: 'Ana Beatriz aceitou'. */
  readonly text: string;
}

const icons: Readonly<Record<string, EventIcon>> = {
  ...Object.fromEntries(choices.map(({ event }) => [event, 'field' as const])),
  TicketOpened: 'opened',
  TicketAccepted: 'accepted',
  TicketReturned: 'returned',
  TicketTransferred: 'transferred',
  TicketResolved: 'resolved',
  TicketReopened: 'reopened',
  TicketTagsChanged: 'tags',
  TicketLaneChanged: 'tags',
  TicketRead: 'read',
  TicketMarkedUnread: 'markedUnread',
  RatingRequested: 'rated',
  TicketRated: 'rated',
  TicketIntegrationChanged: 'integration',
  BotMenuShown: 'bot',
  BotChoiceMade: 'bot',
  BotSaidClosed: 'bot',
  BotHandedOver: 'bot',
  AssistantBegan: 'bot',
  AssistantAnswered: 'bot',
  AssistantHandedOver: 'bot',
  TicketPeeked: 'peeked',
  TicketDeleted: 'deleted',
  TicketErased: 'deleted',
  TicketContactChanged: 'transferred',
  TicketJoined: 'transferred',
  MessageReceived: 'received',
  MessageFileAttached: 'file',
  MessageFileFailed: 'failed',
  MessageFileRequested: 'retried',
  MessageQueued: 'sent',
  MessageSent: 'acknowledged',
  MessageAcknowledged: 'acknowledged',
  MessageEdited: 'edited',
  MessageDeleted: 'deleted',
  MessageFailed: 'failed',
  MessageHeld: 'settled',
  MessageRetried: 'retried',
  MessageChangeSettled: 'settled',
  MessageReacted: 'reacted',
  MessageReactionSettled: 'settled',
  PollVoted: 'voted',
  MessageRecovered: 'received',
  ClaimLost: 'replaced',
  TicketNoteAdded: 'note',
  TicketPrepared: 'opened',
  CampaignMessageQueued: 'campaign',
  CampaignMessageSettled: 'settled',
  CampaignAnswered: 'campaign',
  CampaignMessageReached: 'acknowledged',
  CampaignLeft: 'campaign',
  TicketNoteDeleted: 'noteDeleted',
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

const who = (event: HistoryEventView, t: Translate): string => {
  if (event.actor.name !== '') return event.actor.name;
  if (event.actor.kind === 'system' && event.actor.id === 'bot') return t('tickets.bot');
  return event.actor.kind === 'contact' ? t('tickets.event.contact') : t('tickets.event.system');
};

const tagsSentence = (event: HistoryEventView, names: Names, t: Translate, actor: string): string => {
  const after = list(event.data.tagIds);
  const before = list(event.data.beforeTagIds);
  const namesOf = (ids: readonly string[]) =>
    ids.map((id) => names.tag(id) ?? t('tickets.event.unknownTag')).join(', ');
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  const parts = [
    added.length > 0
      ? t('tickets.event.tagsAdded.text', { who: actor, tags: namesOf(added), smart_count: added.length })
      : '',
    removed.length > 0
      ? t('tickets.event.tagsRemoved.text', {
          who: actor,
          tags: namesOf(removed),
          smart_count: removed.length,
        })
      : '',
  ];
  return parts.filter((part) => part !== '').join('; ');
};

const laneSentence = (event: HistoryEventView, names: Names, t: Translate, actor: string): string => {
  const tagId = text(event.data.tagId);
  if (tagId === '') return t('tickets.event.TicketLaneChanged.out.text', { who: actor });
  const lane = names.tag(tagId) ?? t('tickets.event.unknownTag');
  return t('tickets.event.TicketLaneChanged.text', { who: actor, lane });
};

/** Returns who it is or, of those who have left since, was. */
const userIn = ({ userName }: HistoryEventView, id: string, names: Names, t: Translate): string =>
  names.user(id) ?? userName ?? t('tickets.event.unknownUser');

const transferSentence = (event: HistoryEventView, names: Names, t: Translate, actor: string): string => {
  const userId = text(event.data.userId);
  const queueId = text(event.data.queueId);
  const user = userId === '' ? undefined : userIn(event, userId, names, t);
  const queue = queueId === '' ? undefined : (names.queue(queueId) ?? t('tickets.event.unknownQueue'));
  if (user !== undefined && queue !== undefined)
    return t('tickets.event.transferBoth.text', { who: actor, user, queue });
  if (user !== undefined) return t('tickets.event.transferUser.text', { who: actor, user });
  if (queue !== undefined) return t('tickets.event.transferQueue.text', { who: actor, queue });
  return t('tickets.event.TicketTransferred.text', { who: actor });
};

/** Returns that a ticket began, by whom and for whom where a person of the company opened it. */
const openingSentence = (event: HistoryEventView, names: Names, t: Translate, actor: string): string => {
  const queueId = text(event.data.queueId);
  const userId = text(event.data.userId);
  const queue = queueId === '' ? undefined : names.queue(queueId);
  if (event.actor.kind !== 'user')
    return queue === undefined
      ? t('tickets.event.TicketOpened.text', { who: actor })
      : t('tickets.event.openedIn.text', { who: actor, queue });
  const isForOther = userId !== '' && userId !== event.actor.id;
  const user = isForOther ? userIn(event, userId, names, t) : undefined;
  if (user !== undefined && queue !== undefined)
    return t('tickets.event.openedFor.in.text', { who: actor, user, queue });
  if (user !== undefined) return t('tickets.event.openedFor.text', { who: actor, user });
  if (queue !== undefined) return t('tickets.event.openedBy.in.text', { who: actor, queue });
  return t('tickets.event.openedBy.text', { who: actor });
};

/** The message kinds that have a word of their own in titles ('Imagem recebida'). */
const kinds = new Set([
  'image',
  'audio',
  'video',
  'application',
  'locationMessage',
  'contactMessage',
  'vcard',
  'call_log',
]);

const messageTypes = new Set(['MessageReceived', 'MessageQueued', 'MessageRecovered']);

/** Returns what a message event is called: by its kind, where the message is of one. */
const titleOf = ({ type, data }: HistoryEventView, key: string, t: Translate): string => {
  const mediaType = text(data.mediaType) as MediaType;
  const extra = (data.extra ?? undefined) as MessageExtra | undefined;
  const kind = messageTypes.has(type) ? messageKind(mediaType, extra) : mediaType;
  if (!messageTypes.has(type) || kind === 'chat' || text(mediaType) === '') return t(`${key}.title`);
  if (kind === mediaType && type !== 'MessageRecovered' && kinds.has(kind)) return t(`${key}.title.${kind}`);
  return `${t(`${key}.title`)} · ${kindWord(kind, extra?.unknown?.kind, t)}`;
};

/** Returns who reacted with what, or voted; of a message whose content is withheld only that they did. */
const markedText = ({ type, data }: HistoryEventView, who: string, t: Translate): string | undefined => {
  const key = `tickets.event.${type}`;
  if (type === 'MessageReacted') {
    if (typeof data.emoji !== 'string') return t(`${key}.withheld.text`, { who });
    return data.emoji === '' ? t(`${key}.back.text`, { who }) : t(`${key}.text`, { who, emoji: data.emoji });
  }
  if (type !== 'PollVoted' || !Array.isArray(data.choices)) return undefined;
  return t(data.choices.length === 0 ? `${key}.back.text` : `${key}.text`, { who });
};

/** Returns what a plain field was and is, in words. */
function fieldValues({ type, data }: HistoryEventView, t: Translate): Record<string, string> {
  const name = choices.find(({ event }) => event === type)?.name ?? '';
  const said = (value: unknown) => t(valueKey(name, text(value)));
  return { before: said(data[beforeName(name)]), after: said(data[name]) };
}

/** Why a ticket ended that nobody ended: said instead of who did. */
const resolvedAlone = new Set(['auto', 'contact-merged']);

/** Returns what an event says to a reader, in the reader's language; its time is shown beside it. */
export const sentenceOf = (event: HistoryEventView, names: Names, t: Translate): Sentence => {
  const icon = icons[event.type] ?? 'other';
  const actor = who(event, t);
  if (icon === 'other') return { icon, title: event.type, who: actor, text: `${actor}: ${event.type}` };
  const key = `tickets.event.${event.type}`;
  const title = titleOf(event, key, t);
  if (event.type === 'TicketTagsChanged')
    return { icon, title, who: actor, text: tagsSentence(event, names, t, actor) };
  if (event.type === 'TicketLaneChanged')
    return { icon, title, who: actor, text: laneSentence(event, names, t, actor) };
  if (event.type === 'TicketTransferred')
    return { icon, title, who: actor, text: transferSentence(event, names, t, actor) };
  if (icon === 'settled' && event.data.failure !== undefined)
    return { icon: 'failed', title, who: actor, text: t(`${key}.failed.text`) };
  if (event.type === 'TicketOpened')
    return { icon, title, who: actor, text: openingSentence(event, names, t, actor) };
  const done = markedText(event, actor, t);
  if (done !== undefined) return { icon, title, who: actor, text: done };
  if (event.type === 'TicketContactChanged' && event.data.undone === true) {
    const values = { who: actor };
    return { icon, title: t(`${key}.undone.title`), who: actor, text: t(`${key}.undone.text`, values) };
  }
  if (event.type === 'BotHandedOver' || event.type === 'AssistantHandedOver') {
    const by = event.type === 'BotHandedOver' ? 'bot' : 'assistant';
    return { icon, title, who: actor, text: t(handoverKey({ by, ...event.data })) };
  }
  if (event.type === 'TicketResolved' && resolvedAlone.has(text(event.data.reason)))
    return { icon, title, who: actor, text: t(`${key}.${text(event.data.reason)}.text`) };
  if (event.type === 'CampaignAnswered')
    return { icon, title, who: actor, text: t(`${key}.${text(event.data.answer)}.text`) };
  if (event.type === 'CampaignMessageReached')
    return { icon, title, who: actor, text: t(`${key}.${text(event.data.reached)}.text`) };
  const { rating } = event.data;
  const failed = event.type === 'MessageFailed' ? failure.safeParse(event.data).data : undefined;
  const values = {
    who: actor,
    reason:
      failed === undefined
        ? text(event.data.reason)
        : failureText((of, values) => t(of, values as Record<string, string | number>), failed),
    ...(typeof rating === 'number' && { rating }),
    ...(event.type === 'BotChoiceMade' && { title: text(event.data.title) }),
    ...(icon === 'field' && fieldValues(event, t)),
  };
  return { icon, title, who: actor, text: t(`${key}.text`, values) };
};

/** What an agent did for themselves, or nobody has seen yet: of no meaning to who reads the conversation. */
const unsaid = new Set(['TicketRead', 'TicketMarkedUnread', 'TicketPrepared']);
/** What the bot says stands in its bubbles. */
const ofBot = new Set(['BotChoiceMade', 'BotHandedOver', 'AssistantBegan', 'AssistantHandedOver']);

/** Whether an event stands as a line in the thread; the others are seen in the bubbles themselves. */
export const isThreadLine = (event: HistoryEventView): boolean =>
  (event.type.startsWith('Ticket') && !unsaid.has(event.type)) || ofBot.has(event.type);
