/** A role while it is being written, as plain data: what is marked in the matrix, and what is to be saved of it. */

import { givableRules, rightsOfRole } from '../../../../domain/access/grant.ts';
import {
  builtInRoles,
  can,
  type NamedRule,
  policy,
  type RuleGroup,
  ruleGroups,
  ruleNames,
} from '../../../../domain/access/policy.ts';
import { isSameSet } from '../../../../domain/same.ts';
import { byName } from '../../../../domain/text/compare-names.ts';
import type { Profile } from '../../../../domain/user/events.ts';
import type { RoleView } from '../../../shell/roles.ts';

/** A role as it is being written; without an id it is a new one. */
export type Draft = Omit<RoleView, 'id'> & { readonly id?: string };
export type RoleBody = Partial<Omit<RoleView, 'id'>>;

/** A column of the matrix. */
export type Column =
  | { readonly kind: 'builtIn'; readonly id: Profile; readonly rules: ReadonlySet<string> }
  | { readonly kind: 'own'; readonly id: string; readonly role: Draft; readonly rules: ReadonlySet<string> };

export const newId = 'new';
export const emptyDraft: Draft = { name: '', rules: [], queueScope: 'own', queueIds: [] };

const rulesOf = (role: Draft): ReadonlySet<string> => {
  const rights = rightsOfRole({ ...role });
  return new Set(ruleNames.filter((rule) => can(rights, rule)));
};

/** Returns built-in roles with most rights first, then the company's own by name; the one that is written as it is written. */
export const columnsOf = (roles: readonly RoleView[], draft: Draft | undefined): readonly Column[] => {
  const own = roles.toSorted(byName);
  const all: readonly Draft[] = draft && draft.id === undefined ? [...own, draft] : own;
  return [
    ...builtInRoles.toReversed().map((profile): Column => {
      const rights = { profile, super: false };
      return { kind: 'builtIn', id: profile, rules: new Set(ruleNames.filter((rule) => can(rights, rule))) };
    }),
    ...all.map((one): Column => {
      const role = draft && draft.id === one.id ? draft : one;
      return { kind: 'own', id: role.id ?? newId, role, rules: rulesOf(role) };
    }),
  ];
};

/** Returns a copy to begin with: of a built-in role its rules, and its queues. */
export const copyOf = (column: Column, name: string): Draft => {
  if (column.kind === 'own') {
    const { id: _, ...role } = column.role;
    return { ...role, name };
  }
  const every = column.rules.has('tickets:everyQueue');
  return {
    name,
    rules: givableRules.filter((rule) => column.rules.has(rule)),
    queueScope: every ? 'all' : 'own',
    queueIds: [],
  };
};

/** Returns the rules that a search finds, by group: in the words of the screen, or by their names. */
export const groupsOf = (
  search: string,
  textOf: (rule: NamedRule) => string,
): readonly { readonly group: RuleGroup; readonly rules: readonly NamedRule[] }[] =>
  ruleGroups.flatMap((group) => {
    const rules = ruleNames.filter(
      (rule) => policy[rule].group === group && `${textOf(rule)} ${rule}`.toLowerCase().includes(search),
    );
    return rules.length > 0 ? [{ group, rules }] : [];
  });

export const toggleRule = (draft: Draft, rule: NamedRule): Draft => ({
  ...draft,
  rules: draft.rules.includes(rule) ? draft.rules.filter((one) => one !== rule) : [...draft.rules, rule],
});

/** Returns what people with the role gain and lose once the draft is saved. */
export const differences = (draft: Draft, before: Draft) => {
  const [now, then] = [rulesOf(draft), rulesOf(before)];
  return {
    gained: ruleNames.filter((rule) => now.has(rule) && !then.has(rule)),
    lost: ruleNames.filter((rule) => !now.has(rule) && then.has(rule)),
  };
};

/** Whether there is something to save, or to lose. */
export const isChanged = (draft: Draft, before: Draft): boolean =>
  draft.name.trim() !== before.name ||
  draft.queueScope !== before.queueScope ||
  !isSameSet(draft.queueIds, before.queueIds) ||
  !isSameSet(draft.rules, before.rules);

/**
 * Returns what is sent: of a role that is there only what was changed since it was opened, on top of what it is by now,
 * so that of two who change different rights at once neither undoes the other.
 */
export const bodyOf = (draft: Draft, before: Draft, now: Draft, queueIds: ReadonlySet<string>): RoleBody => {
  const name = draft.name.trim();
  // A queue that was deleted meanwhile is no queue of it.
  const queues = draft.queueIds.filter((id) => queueIds.has(id));
  if (draft.id === undefined) return { ...draft, name, queueIds: queues };
  const given = draft.rules.filter((rule) => !before.rules.includes(rule));
  const kept = now.rules.filter((rule) => draft.rules.includes(rule) || !before.rules.includes(rule));
  return {
    ...(name !== before.name && { name }),
    ...(!isSameSet(draft.rules, before.rules) && { rules: [...new Set([...kept, ...given])] }),
    ...(draft.queueScope !== before.queueScope && { queueScope: draft.queueScope }),
    ...(!isSameSet(draft.queueIds, before.queueIds) && { queueIds: queues }),
  };
};
