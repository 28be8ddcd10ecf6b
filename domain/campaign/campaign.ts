/** A message to many: what it says, when and at which pace it goes out, and how it ends. */

import type { Command } from '../command.ts';
import { DomainError } from '../errors.ts';
import type { Decider } from '../kernel/decider.ts';
import { seenName } from '../text/clean.ts';
import { distinctWords } from '../ticket/campaigns.ts';
import type { Media } from '../ticket/events.ts';
import { type CampaignEvent, campaignEvents } from './events.ts';

type DataOf<T extends CampaignEvent['type']> = Readonly<Extract<CampaignEvent, { type: T }>['data']>;

/** What a form says. */
export type CampaignContent = Omit<DataOf<'CampaignUpdated'>, 'campaignId'>;
type Texts = 'messages' | 'confirmationMessages';
/** What is changed of it; of five texts those that stand there. */
export type CampaignChange = Partial<Omit<CampaignContent, Texts>> & {
  readonly [T in Texts]?: readonly (string | undefined)[];
};
export type CampaignStatus = 'INATIVA' | 'PROGRAMADA' | 'EM_ANDAMENTO' | 'CANCELADA' | 'FINALIZADA';

interface Campaign {
  readonly id: string;
  readonly status: CampaignStatus;
  readonly content: CampaignContent;
  readonly media: Media | undefined;
  readonly hasBegun: boolean;
}
export type CampaignState = { readonly status: 'absent' } | { readonly status: 'deleted' } | Campaign;

const aimFields = ['scheduledAt', 'connectionId', 'contactListId', 'tagListId'] as const;
/** Where it stands, when it begins, and what it cannot go out without: as it was seen by whoever judges it. */
type Seen = Pick<CampaignContent, (typeof aimFields)[number]> & { readonly status: CampaignStatus };

export type CampaignCommand =
  | Command<
      'CreateCampaign',
      CampaignContent & { readonly campaignId: string; readonly userId: string | null }
    >
  | Command<'UpdateCampaign', CampaignChange>
  | Command<'SetCampaignMedia', { readonly media: Media | undefined }>
  | Command<'DeleteCampaign', object>
  /** Somebody says so, before its time or without one; `isDue`: it begins by itself, once its time has come. */
  | Command<'StartCampaign', { readonly recipients?: number; readonly isDue?: true }>
  /** `code`: it cannot go on, and why. `seen`: it could not as it was seen to be; what was changed since is judged anew. */
  | Command<'CancelCampaign', { readonly code?: string; readonly seen?: Seen }>
  | Command<'RestartCampaign', { readonly recipients?: number }>
  /** Nobody is left to be written to. */
  | Command<'FinishCampaign', object>;

const shortestName = 2;
const longestName = 50;
const hourMs = 3_600_000;

/** How long a question may be answered. */
export const waitingAnswerMs = 48 * 3_600_000;

export const defaultConfirmationWords = ['sim', 's', '1', 'ok'] as const;

/** Returns the status that a campaign waits in for its beginning. */
export const waitingStatus = (scheduledAt: string | null): CampaignStatus =>
  scheduledAt === null ? 'INATIVA' : 'PROGRAMADA';

/** Returns whether a campaign may be changed: it waits and does not begin within the hour, or was cancelled. */
export const isEditable = (status: CampaignStatus, scheduledAt: string | null, at: string): boolean =>
  status === 'INATIVA' ||
  status === 'CANCELADA' ||
  (status === 'PROGRAMADA' && scheduledAt !== null && Date.parse(scheduledAt) - Date.parse(at) > hourMs);

const isSaid = (text: string) => text.trim() !== '';

/** Returns what is missing before anybody can be written to, by the form's fields. */
function missingFields(content: CampaignContent): Record<string, string> {
  const { messages, confirmation, confirmationMessages, confirmationWords } = content;
  const unanswerable = confirmation && !confirmationWords.some(isSaid);
  return {
    ...(content.connectionId === null && { connectionId: 'required' }),
    ...(content.contactListId === null && content.tagListId === null && { contactListId: 'required' }),
    ...(!messages.some(isSaid) && { message1: 'required' }),
    ...(confirmation && !confirmationMessages.some(isSaid) && { confirmationMessage1: 'required' }),
    ...(unanswerable && { confirmationWords: 'required' }),
  };
}

/** @throws ERR_VALIDATION; what begins by itself must be whole when it is saved */
function demandSound(content: CampaignContent): void {
  const length = content.name.length;
  const errors = {
    ...(length < shortestName && { name: length === 0 ? 'required' : 'tooShort' }),
    ...(length > longestName && { name: 'tooLong' }),
    ...(content.scheduledAt !== null && missingFields(content)),
  };
  if (Object.keys(errors).length > 0) throw new DomainError('ERR_VALIDATION', 'not a campaign', { errors });
}

/** @throws ERR_VALIDATION */
function demandWhole(content: CampaignContent): void {
  const errors = missingFields(content);
  if (Object.keys(errors).length > 0)
    throw new DomainError('ERR_VALIDATION', 'nobody can be written to yet', { errors });
}

const withTexts = (before: string[], texts: readonly (string | undefined)[] = []): string[] =>
  before.map((text, index) => texts[index] ?? text);

/** Returns the content with what is named of it changed: two who change different fields at once keep both. */
export const changedContent = (before: CampaignContent, change: CampaignChange): CampaignContent => ({
  ...before,
  ...change,
  messages: withTexts(before.messages, change.messages),
  confirmationMessages: withTexts(before.confirmationMessages, change.confirmationMessages),
});

const trimContent = (content: CampaignContent): CampaignContent => ({
  ...content,
  name: seenName(content.name),
  confirmationWords: distinctWords(content.confirmationWords),
});

/** @throws ERR_CAMPAIGN_LOCKED */
function demandEditable({ status, content }: Campaign, at: string): void {
  if (!isEditable(status, content.scheduledAt, at)) throw new DomainError('ERR_CAMPAIGN_LOCKED');
}

/** @throws ERR_CAMPAIGN_STATE, unless it is in one of these */
function demandStatus(campaign: Campaign, ...allowed: readonly CampaignStatus[]): void {
  if (!allowed.includes(campaign.status))
    throw new DomainError('ERR_CAMPAIGN_STATE', `the campaign is ${campaign.status}`);
}

function start(campaign: Campaign, at: string, recipients: number | undefined): CampaignEvent[] {
  demandWhole(campaign.content);
  const counted = recipients === undefined ? {} : { recipients };
  return [{ type: 'CampaignStarted', data: { campaignId: campaign.id, scheduledAt: at, ...counted } }];
}

/** Returns when what goes on began: now, where it was stopped before it did. */
const begunAt = ({ hasBegun, content: { scheduledAt } }: Campaign, at: string): string =>
  hasBegun && scheduledAt !== null && scheduledAt < at ? scheduledAt : at;

/** Returns the events with which it begins by itself; none, where its time was changed or taken away meanwhile. */
function startDue(campaign: Campaign, at: string, recipients: number | undefined): CampaignEvent[] {
  const { scheduledAt } = campaign.content;
  if (campaign.status !== 'PROGRAMADA' || scheduledAt === null || scheduledAt > at) return [];
  return start(campaign, scheduledAt, recipients);
}

/** Returns the events with which it goes on where it stood; one that had not begun, and whose time is to come, waits for that. */
function restart(campaign: Campaign, at: string, recipients: number | undefined): CampaignEvent[] {
  const { id: campaignId, content, hasBegun } = campaign;
  if (hasBegun || content.scheduledAt === null || content.scheduledAt <= at)
    return start(campaign, begunAt(campaign, at), recipients);
  demandWhole(content);
  return [{ type: 'CampaignUpdated', data: { campaignId, ...content, waits: true } }];
}

function cancel(
  campaign: Campaign,
  { seen, ...data }: Extract<CampaignCommand, { type: 'CancelCampaign' }>['data'],
): CampaignEvent[] {
  const { id: campaignId, status, content } = campaign;
  if (status === 'CANCELADA') return [];
  if (seen && (seen.status !== status || aimFields.some((field) => seen[field] !== content[field])))
    return [];
  demandStatus(campaign, 'EM_ANDAMENTO', 'PROGRAMADA');
  return [{ type: 'CampaignCancelled', data: { campaignId, ...data } }];
}

function decide(command: CampaignCommand, state: CampaignState): readonly CampaignEvent[] {
  const { type, data, metadata } = command;
  if (type === 'CreateCampaign') {
    if (state.status !== 'absent') return [];
    const { campaignId, userId, ...given } = data;
    const content = trimContent(given);
    demandSound(content);
    return [{ type: 'CampaignCreated', data: { campaignId, ...content, userId } }];
  }
  if (state.status === 'absent' || state.status === 'deleted') throw new DomainError('ERR_NO_CAMPAIGN_FOUND');
  const { id: campaignId, status } = state;
  switch (type) {
    case 'UpdateCampaign': {
      demandEditable(state, metadata.at);
      const content = trimContent(changedContent(state.content, data));
      demandSound(content);
      return JSON.stringify(content) === JSON.stringify(state.content)
        ? []
        : [{ type: 'CampaignUpdated', data: { campaignId, ...content } }];
    }
    case 'SetCampaignMedia':
      demandEditable(state, metadata.at);
      return data.media?.id === state.media?.id
        ? []
        : [{ type: 'CampaignMediaChanged', data: { campaignId, ...(data.media && { media: data.media }) } }];
    case 'DeleteCampaign':
      // What is on its way is stopped first.
      demandStatus(state, 'INATIVA', 'PROGRAMADA', 'CANCELADA', 'FINALIZADA');
      return [{ type: 'CampaignDeleted', data: { campaignId } }];
    case 'StartCampaign':
      if (data.isDue) return startDue(state, metadata.at, data.recipients);
      if (status === 'EM_ANDAMENTO') return [];
      demandStatus(state, 'INATIVA', 'PROGRAMADA');
      return start(state, metadata.at, data.recipients);
    case 'CancelCampaign':
      return cancel(state, data);
    case 'RestartCampaign':
      if (status === 'EM_ANDAMENTO') return [];
      demandStatus(state, 'CANCELADA');
      return restart(state, metadata.at, data.recipients);
    case 'FinishCampaign':
      return status === 'EM_ANDAMENTO' ? [{ type: 'CampaignFinished', data: { campaignId } }] : [];
    default:
      command satisfies never;
      return [];
  }
}

function evolve(state: CampaignState, event: CampaignEvent): CampaignState {
  if (event.type === 'CampaignCreated') {
    const { campaignId: id, userId: _, media, ...content } = event.data;
    return { id, content, hasBegun: false, media, status: waitingStatus(content.scheduledAt) };
  }
  if (state.status === 'absent' || state.status === 'deleted') return state;
  switch (event.type) {
    case 'CampaignUpdated': {
      const { campaignId: _, waits, ...content } = event.data;
      const status = waits ? 'PROGRAMADA' : statusAfterUpdate(state.status, content.scheduledAt);
      return { ...state, content, status };
    }
    case 'CampaignMediaChanged':
      return { ...state, media: event.data.media };
    case 'CampaignStarted':
      return {
        ...state,
        status: 'EM_ANDAMENTO',
        hasBegun: true,
        content: { ...state.content, scheduledAt: event.data.scheduledAt },
      };
    case 'CampaignCancelled':
      return { ...state, status: 'CANCELADA' };
    case 'CampaignFinished':
      return { ...state, status: 'FINALIZADA' };
    case 'CampaignDeleted':
      return { status: 'deleted' };
    default:
      event satisfies never;
      return state;
  }
}

/** Returns the status after a change: what was cancelled goes on when it is told to, not by being changed. */
export const statusAfterUpdate = (status: CampaignStatus, scheduledAt: string | null): CampaignStatus =>
  status === 'CANCELADA' ? status : waitingStatus(scheduledAt);

export const campaignDecider: Decider<CampaignState, CampaignCommand, CampaignEvent> = {
  category: 'campaign',
  types: new Set(Object.keys(campaignEvents)),
  initial: { status: 'absent' },
  decide,
  evolve,
};
