import { isSameSet } from '../same.ts';
import type { TicketCommandOf } from './commands.ts';
import type { TicketEvent } from './events.ts';
import { beforeName, type FieldEventType, plainFields } from './fields/derive.ts';
import type { Evolves, KnownTicket, LiveTicket } from './state.ts';

type Value = string | readonly string[];

const isSame = (one: Value, other: Value): boolean =>
  typeof one === 'string' || typeof other === 'string' ? one === other : isSameSet(one, other);

/** Returns the events of the plain fields that are set, in a ticket of any status. */
export function setFields({ data }: TicketCommandOf<'SetTicketFields'>, ticket: LiveTicket): TicketEvent[] {
  return plainFields.flatMap(({ name, event }) => {
    const given: Value | undefined = data[name];
    if (given === undefined) return [];
    const value = typeof given === 'string' ? given : [...new Set(given)];
    if (isSame(value, ticket[name])) return [];
    const changed = { ticketId: ticket.ticketId, [name]: value, [beforeName(name)]: ticket[name] };
    return [{ type: event, data: changed } as unknown as TicketEvent];
  });
}

/** Gives a ticket, of any status, one tag more. */
export const addTag = (
  { data: { tagId }, metadata }: TicketCommandOf<'AddTicketTag'>,
  ticket: LiveTicket,
): TicketEvent[] =>
  setFields({ type: 'SetTicketFields', data: { tagIds: [...ticket.tagIds, tagId] }, metadata }, ticket);

/** Returns the event that takes a ticket, of any status, to a lane of the board: one, whatever it leaves. */
export function moveToLane(
  { data: { tagId, laneIds } }: TicketCommandOf<'MoveTicketToLane'>,
  { ticketId, tagIds }: LiveTicket,
): TicketEvent[] {
  const removed = tagIds.filter((id) => id !== tagId && laneIds.includes(id));
  if (removed.length === 0 && (tagId === null || tagIds.includes(tagId))) return [];
  return [{ type: 'TicketLaneChanged', data: { ticketId, tagId, removed } }];
}

/** Returns the tags of a ticket after it went to a lane. */
export const tagsInLane = (
  tagIds: readonly string[],
  { tagId, removed }: { readonly tagId: string | null; readonly removed: readonly string[] },
): readonly string[] => {
  const kept = tagIds.filter((id) => id !== tagId && !removed.includes(id));
  return tagId === null ? kept : [...kept, tagId];
};

export const evolveFields = Object.fromEntries(
  plainFields.map(({ name, event }) => [
    event,
    (ticket: KnownTicket, data: object) => ({ ...ticket, [name]: (data as KnownTicket)[name] }),
  ]),
) as unknown as Evolves<FieldEventType>;
