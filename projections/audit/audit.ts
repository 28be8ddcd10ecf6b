/** Who changed what, each field before and after, as the audit list shows it. */

import { channels } from '../../contract/channels.ts';
import {
  type Audited,
  type AuditValue,
  auditedOf,
  isAudited,
  subjectOf,
} from '../../domain/audit/audited.ts';
import { eventSchemas } from '../../domain/catalogue.ts';
import type { DomainEvent, RecordedEvent } from '../../domain/kernel/event.ts';
import { begin, type FoldContext, type Projection, projection } from '../definition.ts';
import type { AuditChange, AuditDocument, AuditSubjectDocument } from './document.ts';

/** Events of one thing that are remembered: more than people cause between two checkpoints. */
const rememberedSteps = 100;

const types = Object.keys(eventSchemas).filter(isAudited);
const shownValue = (value: AuditValue): string => (value === null ? '' : String(value));
/** Returns who did it by name. A contact is nobody to be named here. */
const nameOf = ({ kind, name = '' }: RecordedEvent['metadata']['actor']) => (kind === 'contact' ? '' : name);
const isSame = (a: AuditValue | undefined, b: AuditValue): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the fields that are other than before. What was first stored without a value did not change by having none. */
function changesOf(before: AuditSubjectDocument | undefined, { action, values }: Audited): AuditChange[] {
  const known = before?.values ?? {};
  const wanted =
    action === 'Deleted' ? Object.fromEntries(Object.keys(known).map((field) => [field, null])) : values;
  return Object.entries(wanted).flatMap(([field, after]) => {
    const was = known[field] ?? null;
    const isBlank = after === '' || (Array.isArray(after) && after.length === 0);
    if (isSame(was, after) || (was === null && isBlank)) return [];
    return [{ field, before: was, after }];
  });
}

function foldSubject(doc: AuditSubjectDocument | undefined, event: RecordedEvent): AuditSubjectDocument {
  const auditedEvent = auditedOf(event)!;
  const changes = changesOf(doc, auditedEvent);
  const title = auditedEvent.title ?? doc?.title ?? '';
  const same =
    Object.keys(auditedEvent.values).length - (auditedEvent.action === 'Deleted' ? 0 : changes.length);
  const step = { position: event.position, title, changes, same };
  return {
    ...begin(event, subjectOf(event)),
    // A key of the settings is what was changed, not what its company is called.
    title: auditedEvent.kind === 'setting' ? (doc?.title ?? '') : title,
    values: { ...doc?.values, ...auditedEvent.values },
    recent: [...(doc?.recent ?? []), step].slice(-rememberedSteps),
  };
}

function entryOf(event: RecordedEvent, { companion }: FoldContext): AuditDocument {
  const { at, actor } = event.metadata;
  const { kind, action, title: own = '' } = auditedOf(event)!;
  const subject = subjectOf(event);
  const step = (companion as AuditSubjectDocument | undefined)?.recent.find(
    ({ position }) => position === event.position,
  );
  const title = step?.title ?? own;
  const changes = step?.changes ?? [];
  const texts = changes.flatMap(({ before, after }) => [
    shownValue(before).slice(0, 300),
    shownValue(after).slice(0, 300),
  ]);
  return {
    ...begin(event, event.id),
    at,
    type: event.type,
    kind,
    action,
    title,
    changes,
    same: step?.same ?? 0,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: nameOf(actor),
    subjectId: subject.slice(subject.indexOf('_') + 1),
    words: [title, nameOf(actor), ...texts].join(' ').slice(0, 4_000),
  };
}

/** Whether it is the password that a user is made with: no change of one, for that they were made says it. */
const isOfCreation = ({ type, data }: RecordedEvent): boolean =>
  type === 'UserPasswordChanged' && (data as { readonly cause?: string }).cause === 'creation';

/** What administrative things are, as far as their events say: compared with by the audit list, and what somebody was called who is gone. */
export const auditSubjects: Projection = projection<AuditSubjectDocument, DomainEvent>('auditSubjects', {
  indexes: [],
  on: Object.fromEntries(types.map((type) => [type, { id: subjectOf, apply: foldSubject }])),
});

/**
 * Who changed what of a company, from what to what: an entry for every administrative event, of whatever record or
 * aggregate, as `domain/audit` tells it. Nothing of a contact stands in it but ids.
 */
export const audit: Projection = projection<AuditDocument, DomainEvent>('audit', {
  indexes: [['at'], ['kind', 'at'], ['actorId', 'at']],
  search: { fields: ['words'] },
  notices: [{ channel: channels.audit, audience: () => ({ owner: null, shared: false, any: 'audit:view' }) }],
  on: Object.fromEntries(
    types.map((type) => [
      type,
      {
        id: (event: RecordedEvent) => (isOfCreation(event) ? [] : event.id),
        creates: true,
        companion: (event: RecordedEvent) => ({ collection: 'auditSubjects', id: subjectOf(event) }),
        apply: (_doc: AuditDocument | undefined, event: RecordedEvent, context: FoldContext) =>
          entryOf(event, context),
      },
    ]),
  ),
});
