import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '../../../contract/audit.ts';
import type { RecordDefinition } from '../../../domain/records/definition.ts';
import { connectionsQuery } from '../../shell/connections.ts';
import { useLocale, useT } from '../../shell/i18n.ts';
import { queuesQuery } from '../../shell/queues.ts';
import { peopleQuery } from './data.ts';

type Value = AuditEntry['changes'][number]['before'];

/** Loaded with the page: labels of a record's fields are its declaration's, so that a new one needs none here. */
const declarationsQuery = {
  queryKey: ['audit', 'declarations'],
  queryFn: async (): Promise<ReadonlyMap<string, RecordDefinition>> =>
    new Map((await import('../../../records/index.ts')).declarations.map((record) => [record.name, record])),
  staleTime: Number.POSITIVE_INFINITY,
};

const spaceWords = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('/', ' › ');
export const isEmpty = (value: Value): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Returns a part of a list as text; it may be an object, as JSON. */
function partText(part: unknown): string {
  if (typeof part !== 'string' || !part.startsWith('{')) return String(part);
  try {
    // A day's name for programs stands beside the one for people.
    return Object.entries(JSON.parse(part) as object)
      .filter(([key, one]) => one !== '' && one !== null && !/[a-z]En$/.test(key))
      .map(([, one]) => (Array.isArray(one) ? one.map(partText).join(', ') : one))
      .join(' · ');
  } catch {
    return part;
  }
}

/** Returns how things of the list are called in the reader's language; what nobody has a word for is called by its own name. */
export function useWords() {
  const t = useT();
  const locale = useLocale();
  const { data: records } = useQuery(declarationsQuery);
  const { data: queues } = useQuery({ ...queuesQuery, staleTime: 60_000 });
  const { data: connections } = useQuery({ ...connectionsQuery, staleTime: 60_000 });
  const { data: people } = useQuery({ ...peopleQuery, staleTime: 60_000 });
  const names = new Map(
    [...(queues ?? []), ...(connections ?? []), ...(people ?? [])].map(({ id, name }) => [id, name]),
  );

  const kind = (name: string): string =>
    t(`audit.kind.${name}`, { _: records?.get(name)?.texts.one[locale] ?? spaceWords(name) });
  const field = (of: string, name: string): string =>
    records?.get(of)?.fields[name]?.label[locale] ??
    t(`audit.${of === 'setting' ? 'setting' : 'field'}.${name}`, { _: spaceWords(name) });
  const title = ({ kind: of, title: own, subjectId }: AuditEntry): string =>
    of === 'setting' ? field(of, own) : own || (names.get(subjectId) ?? `#${subjectId.slice(-6)}`);

  /** What was done to what: the words between who and the thing's name. */
  function act(entry: AuditEntry): string {
    const { kind: of, action, changes } = entry;
    const [change] = changes;
    // What is chosen by another name is not switched on: 'enabled' may be to refuse.
    if (
      of === 'setting' &&
      (change?.after === 'enabled' || change?.after === 'disabled') &&
      choice(change.field, change.after) === ''
    )
      return t(`audit.act.setting.${change.after}`);
    const whole = t(`audit.act.${of}.${action}`, { _: '' });
    if (whole !== '') return whole;
    const verb = t(`audit.verb.${action}`, { _: t('audit.verb.other', { action: spaceWords(action) }) });
    return `${verb} ${t(`audit.the.${of}`, { _: kind(of).toLocaleLowerCase(locale) })}`;
  }

  /** What a setting's choice is called where it is made; '' for one that has no name. */
  function choice(setting: string, given: string): string {
    const named = t(`audit.setting.${setting}.${given}`, { _: '' });
    if (named !== '' || !/^\d+$/.test(given)) return named;
    return t(`audit.setting.${setting}.n`, { smart_count: Number(given), _: '' });
  }

  function value(of: string, name: string, givenValue: Value): string {
    if (isEmpty(givenValue)) return t('audit.value.none');
    if (typeof givenValue === 'boolean') return t(givenValue ? 'audit.value.yes' : 'audit.value.no');
    const chosen = of === 'setting' && typeof givenValue === 'string' ? choice(name, givenValue) : '';
    if (chosen !== '') return chosen;
    if (givenValue === 'enabled' || givenValue === 'disabled') return t(`audit.value.${givenValue}`);
    if (Array.isArray(givenValue))
      return givenValue.map((one) => names.get(String(one)) ?? partText(one)).join('\n');
    const widget = records?.get(of)?.fields[name]?.widget;
    const option =
      widget?.kind === 'select' ? widget.options.find((one) => one.value === givenValue) : undefined;
    return option?.label[locale] ?? names.get(String(givenValue)) ?? String(givenValue);
  }

  const who = ({ actor }: AuditEntry): string =>
    actor.name ||
    (names.get(actor.id) ?? t(actor.kind === 'system' ? 'audit.who.system' : 'audit.who.unknown'));
  /** Every kind that the list may have: of records, and of what is none. */
  const kinds = [
    ...['user', 'session', 'security', 'setting', 'company', 'connection', 'contact', 'ticket', 'campaign'],
    ...(records?.keys() ?? []),
  ].map((name) => ({ name, label: kind(name) }));

  return { act, field, kind, kinds, title, value, who, people: people ?? [] };
}
export type Words = ReturnType<typeof useWords>;
