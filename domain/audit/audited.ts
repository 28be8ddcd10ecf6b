/** What an administrative event changed and of what, by its type or the declaration of its record: for the audit list. */

import { isSettingKey, settingOf } from '../company/settings.ts';
import type { RecordedEvent } from '../kernel/event.ts';
import type { RecordDefinition } from '../records/definition.ts';
import { records } from '../records/index.ts';

/** What an administrative event says: of which kind of thing, what was done, and the values that it sets. */
export interface Audited {
  readonly kind: string;
  readonly action: string;
  /** Fields and what they became; those that are not named stay. */
  readonly values: Readonly<Record<string, AuditValue>>;
  /** What people call it; absent: as it was called before. */
  readonly title?: string;
}
export type AuditValue = string | number | boolean | null | readonly AuditValue[];

/** Of a secret is told that it changed, never what it is. */
export const hiddenValue = '•••';
const secrets = /hash|password|secret|token|credential|recovery|sessionId|apiKey|^identity$/i;
const longest = 4_000;
const deepest = 3;

/** What is said, routed and counted by itself, all day: no act of an administrator. */
const operations =
  /^(Ticket|Message|Contact|Poll|Bot|Rating|Claim|Log|Schedule|Chat|Campaign(Message|Answered|Left|Recipient))|StatusChanged$/;
/** Of these the acts that are one: with ids alone, for of contacts nothing personal stands here. */
const deletions = new Set([
  ...['ContactDeleted', 'ContactErased', 'ContactMerged', 'ContactUnmerged'],
  'TicketDeleted',
]);
const sessions = /^(LoggedIn|LoggedOut|Session)/;
const security =
  /^(Password|Totp|Recovery|Oidc|Identity|Security|Email|Locked|LoginRefused|Confirmation|Invit)/;

const ofRecords = new Map<string, { readonly record: RecordDefinition; readonly action: string }>(
  records.flatMap((record) =>
    ['Created', 'Updated', 'Deleted'].map(
      (action) => [`${record.event}${action}`, { record, action }] as const,
    ),
  ),
);

/** Returns whether the audit list has events of this type: those of every record, and of whatever is no operation. */
export const isAudited = (type: string): boolean =>
  ofRecords.has(type) || deletions.has(type) || !operations.test(type);

function shownValue(value: unknown): AuditValue {
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}…` : value;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, 200).map(shownValue);
  return value === undefined ? null : JSON.stringify(value).slice(0, longest);
}

/** Returns an event's fields, those within objects by their path. */
function flat(data: object, path = '', depth = 1): [string, AuditValue][] {
  return Object.entries(data).flatMap(([name, value]): [string, AuditValue][] => {
    const whole = `${path}${name}`;
    if (secrets.test(name)) return [[whole, value === null || value === '' ? null : hiddenValue]];
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < deepest)
      return flat(value, `${whole}/`, depth + 1);
    return [[whole, shownValue(value)]];
  });
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined;

function ofRecord(
  { fields, title, name }: RecordDefinition,
  action: string,
  data: Record<string, unknown>,
): Audited {
  const stored = Object.keys(fields).filter(
    (field) => fields[field]!.computed === undefined && !fields[field]!.secret && data[field] !== undefined,
  );
  const named = textOf(data[title]);
  return {
    kind: name,
    action,
    values: Object.fromEntries(stored.map((field) => [field, shownValue(data[field])])),
    ...(named !== undefined && { title: named }),
  };
}

/** Returns what kind of thing an event that is no record's speaks of, and what was done to it. */
function partsOf(type: string): { readonly name: string; readonly action: string } {
  const [, prefix = type, action = ''] = /^(ApiToken|[A-Z][a-z]+)(.*)$/.exec(type) ?? [];
  return { name: prefix === 'ApiToken' ? 'apiToken' : prefix.toLowerCase(), action };
}

/**
 * Returns the thing that an event changed, as a name of a stream: its own, also where all of a kind share one stream of the
 * company (the options of its queues, its invoices) and would be compared with each other.
 */
export function subjectOf({ stream, type, data }: Pick<RecordedEvent, 'stream' | 'type' | 'data'>): string {
  const at = stream.indexOf('_') + 1;
  const isShared = stream.slice(0, at).endsWith(`-${stream.slice(at)}_`);
  const id = (data as Record<string, unknown>)[ofRecords.has(type) ? 'id' : `${partsOf(type).name}Id`];
  return isShared && typeof id === 'string' ? `${stream.slice(0, at)}${id}` : stream;
}

/** Returns what an event is in the audit list; undefined: nothing. */
export function auditedOf({ type, data: given }: Pick<RecordedEvent, 'type' | 'data'>): Audited | undefined {
  if (!isAudited(type)) return undefined;
  const data = given as Record<string, unknown>;
  const declared = ofRecords.get(type);
  if (declared) return ofRecord(declared.record, declared.action, data);
  const { name, action } = partsOf(type);
  if (deletions.has(type)) return { kind: name, action, values: {} };
  if (typeof data.key === 'string' && 'value' in data) {
    const isSecret = isSettingKey(data.key) ? settingOf(data.key).secret : secrets.test(data.key);
    return {
      kind: 'setting',
      action: 'Updated',
      title: data.key,
      values: { [data.key]: isSecret ? hiddenValue : shownValue(data.value) },
    };
  }
  const { [`${name}Id`]: _, ...fields } = data;
  const kind =
    name !== 'user' ? name : sessions.test(action) ? 'session' : security.test(action) ? 'security' : name;
  const title =
    textOf(data.name) ??
    textOf(data.title) ??
    (typeof data.number === 'number' ? String(data.number) : textOf(data.number));
  const values = kind === 'session' ? {} : Object.fromEntries(flat(fields));
  return { kind, action, values, ...(title !== undefined && { title }) };
}
