import { contactListPersonal } from '../contact-list/events.ts';
import type { DomainEvent, EventEnvelope, RecordedEvent } from '../kernel/event.ts';
import { blankOut, type Personal, personalPlaces, putBack, takeOut } from '../kernel/personal.ts';
import type { EventSchemas } from '../kernel/schema.ts';
import type { ContactKey, FoundKey } from '../ports/contact-keys.ts';
import { schedulePersonal } from '../schedule/events.ts';
import { ticketPersonal } from '../ticket/events.ts';
import { contactPersonal } from './events.ts';

/**
 * The one seam through which personal data of contacts enter and leave the log. What is personal is declared beside the
 * events' schemas; here it is taken out of an event's data and put into one box, `sealed`, under the key of the contact
 * that `contactId` names, or under another that it names itself (`keyId`: of a bucket of a contact list, of a contact that is several). The rest stays as it was, so that a log can be checked, counted and routed without any key.
 */
const personal: Personal<EventSchemas> = {
  ...contactPersonal,
  ...ticketPersonal,
  ...schedulePersonal,
  ...contactListPersonal,
};
const places = new Map(
  Object.entries(personal).flatMap(([type, fields]) =>
    fields === undefined ? [] : [[type, personalPlaces(fields)] as const],
  ),
);

interface Named {
  readonly contactId?: string;
  readonly keyId?: string;
  readonly sealed?: string;
  readonly [field: string]: unknown;
}

const holderOf = ({ contactId, keyId }: Named): string | undefined => keyId ?? contactId;

export const personalTypes: ReadonlySet<string> = new Set(places.keys());

/** Returns whose key an event needs to be written; undefined: none. */
export const contactOf = (event: DomainEvent): string | undefined =>
  places.has(event.type) ? holderOf(event.data as Named) : undefined;

/** Returns whose key a stored event needs to be read; undefined: none (it holds nothing personal, or is older than the keys). */
export const sealedFor = (event: DomainEvent): string | undefined => {
  if (typeof event.data !== 'object' || event.data === null) return undefined;
  const data = event.data as Named;
  return typeof data.sealed === 'string' && places.has(event.type) ? holderOf(data) : undefined;
};

/** In the box, beside fields of data: none of them begins like this. */
const actorName = '@actor';

const placeOf = (stream: string, event: Pick<EventEnvelope, 'id'>) => `${stream} ${event.id}`;

/** Returns the event as it is stored. */
export const sealEvent = (key: ContactKey, stream: string, event: EventEnvelope): EventEnvelope => {
  const taken = takeOut(places.get(event.type)!, event.data as Named);
  const { actor } = event.metadata;
  // Whose message it was in a group: the contact is the group, the name one person's.
  const name = actor.kind === 'contact' ? actor.name : undefined;
  if (taken === undefined && name === undefined) return event;
  const personal = name === undefined ? taken?.personal : { ...taken?.personal, [actorName]: name };
  const sealed = key.seal(JSON.stringify(personal), placeOf(stream, event));
  return { ...withoutName(event), data: { ...(taken?.clear ?? (event.data as Named)), sealed } };
};

/**
 * Returns a stored event as it was written; of a contact who was erased, with nothing where their data were: it folds
 * to exactly what ContactErased and TicketErased write.
 * @throws Error when the key is missing or does not fit
 */
export const openEvent = (key: FoundKey, event: RecordedEvent): RecordedEvent => {
  const storedData = event.data as Named;
  const where = places.get(event.type)!;
  if (key === 'erased') return { ...event, data: blankOut(where, storedData), erased: true };
  if (key === 'missing')
    throw new Error(
      `the key of contact ${holderOf(storedData)} is missing: the state store is not this log's`,
    );
  const personal = JSON.parse(key.open(storedData.sealed!, placeOf(event.stream, event)));
  if (personal[actorName] === undefined) return { ...event, data: putBack(where, storedData, personal) };
  const { [actorName]: name, ...fields } = personal;
  const metadata = { ...event.metadata, actor: { ...event.metadata.actor, name } };
  return { ...event, metadata, data: putBack(where, storedData, fields) };
};

/** Returns an event that has no box, without the contact's name: it would stand in the clear beside whatever they caused. */
export const withoutName = (event: EventEnvelope): EventEnvelope => {
  const { actor } = event.metadata;
  if (actor.kind !== 'contact' || actor.name === undefined) return event;
  return { ...event, metadata: { ...event.metadata, actor: { kind: actor.kind, id: actor.id } } };
};
