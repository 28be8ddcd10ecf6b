import type { Profile } from '../user/events.ts';
import type { QueueScope } from './queue-scope.ts';

export const ruleGroups = [
  'tickets',
  'quickMessages',
  'contacts',
  'tags',
  'connections',
  'people',
  'company',
] as const;
export type RuleGroup = (typeof ruleGroups)[number];

interface RuleEntry {
  readonly group: RuleGroup;
  /** The least of the built-in roles that has it; those after it have it too. */
  readonly from: Profile;
  /** Comes with a role's queue scope, not with a mark of its own. */
  readonly byScope?: true;
}

/** The built-in roles, each with the rights of those before it. */
export const builtInRoles = ['user', 'supervisor', 'admin'] as const satisfies readonly Profile[];

/**
 * Every rule of the product, once, for server and console: the spec's names (section 6) and ours in their style. Its
 * text is `roles.rule.` and its name, that of its group `roles.group.` and the group's.
 */
export const policy = {
  'tickets-manager:showall': { group: 'tickets', from: 'supervisor' },
  'tickets:everyQueue': { group: 'tickets', from: 'supervisor', byScope: true },
  'tickets:withoutQueue': { group: 'tickets', from: 'admin' },
  'tickets-manager:userFilter': { group: 'tickets', from: 'admin' },
  'ticket:history': { group: 'tickets', from: 'supervisor' },
  'ticket:peek': { group: 'tickets', from: 'supervisor' },
  'messages:seeDeleted': { group: 'tickets', from: 'supervisor' },
  'ticket-notes:all': { group: 'tickets', from: 'admin' },
  'ticket-options:deleteTicket': { group: 'tickets', from: 'admin' },
  'quick-messages:own': { group: 'quickMessages', from: 'user' },
  'quick-messages:all': { group: 'quickMessages', from: 'supervisor' },
  'quick-messages:general': { group: 'quickMessages', from: 'admin' },
  'contacts-page:mergeContacts': { group: 'contacts', from: 'supervisor' },
  'contacts-page:import': { group: 'contacts', from: 'supervisor' },
  'contacts-page:export': { group: 'contacts', from: 'supervisor' },
  'contacts-page:exportContact': { group: 'contacts', from: 'admin' },
  'contacts-page:deleteContact': { group: 'contacts', from: 'admin' },
  'contacts-page:eraseContact': { group: 'contacts', from: 'admin' },
  'contact-lists:manage': { group: 'contacts', from: 'admin' },
  'schedules:manage': { group: 'contacts', from: 'user' },
  'tags:kanban': { group: 'tags', from: 'supervisor' },
  'tags:manage': { group: 'tags', from: 'admin' },
  'connections-page:addConnection': { group: 'connections', from: 'admin' },
  'connections-page:actionButtons': { group: 'connections', from: 'admin' },
  'connections-page:editOrDeleteConnection': { group: 'connections', from: 'admin' },
  'channel-tools:use': { group: 'connections', from: 'admin' },
  'chats:use': { group: 'people', from: 'user' },
  'users:manage': { group: 'people', from: 'admin' },
  'user-modal:editProfile': { group: 'people', from: 'admin' },
  'user-modal:editQueues': { group: 'people', from: 'admin' },
  'roles:manage': { group: 'people', from: 'admin' },
  'dashboard:view': { group: 'company', from: 'admin' },
  'queues:manage': { group: 'company', from: 'admin' },
  'settings:manage': { group: 'company', from: 'admin' },
  'files:manage': { group: 'company', from: 'admin' },
  'audit:view': { group: 'company', from: 'admin' },
  'webhooks:manage': { group: 'company', from: 'admin' },
  'campaigns:manage': { group: 'company', from: 'admin' },
  'tokens:manage': { group: 'company', from: 'admin' },
  'billing:manage': { group: 'company', from: 'admin' },
} as const satisfies Record<string, RuleEntry>;

export type NamedRule = keyof typeof policy;
/** `everyone`: of the company; `super`: of the platform, and in no role. */
export type Rule = NamedRule | 'everyone' | 'super';

/** What a role of a company's own lets its people do. */
export interface Grant {
  /** One for one content: what was prepared for one of its people is good for all of them. */
  readonly key: string;
  readonly rules: ReadonlySet<string>;
  /** The role's own queues, in place of the person's. */
  readonly queueIds?: readonly string[];
}

/** What the policies look at: who is signed in. */
export interface Subject {
  readonly userId: string;
  readonly companyId: string;
  readonly profile: Profile;
  readonly super: boolean;
  /** The queues they serve. */
  readonly queueIds: readonly string[];
  readonly allTicket: boolean;
  /** Of a role of the company's own, in place of the profile's rules. */
  readonly grant?: Grant | undefined;
}

/** What decides on rules. */
export type Rights = Pick<Subject, 'profile' | 'super' | 'grant'>;
/** Where a user of the read models must not do: what their role grants does not stand in it. */
export type KnownRights = Omit<Rights, 'grant'> & { readonly grant: Grant | undefined };

const entries = Object.entries(policy) as readonly (readonly [NamedRule, RuleEntry])[];
export const ruleNames: readonly NamedRule[] = entries.map(([name]) => name);

const rulesOfProfile = (profile: Profile): ReadonlySet<string> =>
  new Set(
    entries.flatMap(([name, { from }]) =>
      builtInRoles.indexOf(from) <= builtInRoles.indexOf(profile) ? [name] : [],
    ),
  );
const rules: Readonly<Record<Profile, ReadonlySet<string>>> = {
  user: rulesOfProfile('user'),
  supervisor: rulesOfProfile('supervisor'),
  admin: rulesOfProfile('admin'),
};

export const can = (subject: Rights, rule: Rule): boolean =>
  rule === 'everyone' ||
  (rule === 'super' ? subject.super : (subject.grant?.rules ?? rules[subject.profile]).has(rule));

/** Returns whether the first may do all that the second may: nobody gives, or takes over, more than they have. */
export const covers = (one: Rights, other: Rights): boolean =>
  (one.super || !other.super) && ruleNames.every((rule) => !can(other, rule) || can(one, rule));

export const queueScope = (subject: Subject): QueueScope => ({
  userId: subject.userId,
  queueIds: can(subject, 'tickets:everyQueue') ? 'all' : subject.queueIds,
  noQueue: subject.allTicket || can(subject, 'tickets:everyQueue'),
});

/**
 * Returns whether somebody sees the tickets of all that another sees: who sets their password, or lets them in without their
 * second step, may be them. @param other.queueIds those that are there
 */
export const seesAllOf = (
  scope: QueueScope,
  other: { readonly queueIds: readonly string[]; readonly allTicket: boolean },
): boolean =>
  scope.queueIds === 'all' ||
  (other.queueIds.every((id) => scope.queueIds.includes(id)) && (scope.noQueue || !other.allTicket));

/** Whether a ticket's queue is among the subject's, or it has none and the subject sees those, or it is the subject's own. */
export const inScope = (
  scope: QueueScope | undefined,
  ticket: { queueId: string | null; userId: string | null },
): boolean =>
  scope === undefined ||
  scope.queueIds === 'all' ||
  ticket.userId === scope.userId ||
  (ticket.queueId === null ? scope.noQueue : scope.queueIds.includes(ticket.queueId));
