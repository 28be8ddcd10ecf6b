import type { QueueScope } from '../access/queue-scope.ts';
import type { Profile } from '../user/events.ts';

/** The spec's rule names (section 6) and ours in their style: one source for server and console. */
const table = {
  user: ['quick-messages:own'],
  supervisor: [
    'quick-messages:own',
    'quick-messages:all',
    'tickets-manager:showall',
    'tickets:everyQueue',
    'ticket:history',
    'ticket:peek',
    'messages:seeDeleted',
    'tags:kanban',
    'reports:view',
    'contacts-page:mergeContacts',
    'contacts-page:import',
    'contacts-page:export',
  ],
  admin: [
    'quick-messages:own',
    'quick-messages:all',
    'tickets-manager:showall',
    'tickets:everyQueue',
    'ticket:history',
    'ticket:peek',
    'messages:seeDeleted',
    'tags:kanban',
    'reports:view',
    'dashboard:view',
    'drawer-admin-items:view',
    'tickets:withoutQueue',
    'tickets-manager:userFilter',
    'ticket-options:deleteTicket',
    'user-modal:editProfile',
    'user-modal:editQueues',
    'users:manage',
    'contacts-page:deleteContact',
    'contacts-page:eraseContact',
    'contacts-page:exportContact',
    'contacts-page:mergeContacts',
    'contacts-page:import',
    'contacts-page:export',
    'connections-page:addConnection',
    'connections-page:actionButtons',
    'connections-page:editOrDeleteConnection',
    'queues:manage',
    'settings:manage',
    'audit:view',
    'billing:manage',
    'channel-tools:use',
    'tags:manage',
    'ticket-notes:all',
    'quick-messages:general',
  ],
} as const;

export type Rule = (typeof table)[Profile][number] | 'everyone' | 'super';

/** What the policies look at: who is signed in. */
export interface Subject {
  readonly userId: string;
  readonly companyId: string;
  readonly profile: Profile;
  readonly super: boolean;
  readonly queueIds: readonly string[];
  readonly allTicket: boolean;
}

const rules: Record<Profile, ReadonlySet<string>> = {
  user: new Set(table.user),
  supervisor: new Set(table.supervisor),
  admin: new Set(table.admin),
};

/** Every rule that some profile has. */
export const ruleNames: readonly Rule[] = [...new Set(Object.values(table).flat())];

export const can = (subject: Pick<Subject, 'profile' | 'super'>, rule: Rule): boolean =>
  rule === 'everyone' || (rule === 'super' ? subject.super : rules[subject.profile].has(rule));

export const queueScope = (subject: Subject): QueueScope => ({
  userId: subject.userId,
  queueIds: can(subject, 'tickets:everyQueue') ? 'all' : subject.queueIds,
  noQueue: subject.allTicket || can(subject, 'tickets:everyQueue'),
});

/** A ticket's queue is among the subject's, or it has none and the subject sees those, or it is the subject's own. */
export const inScope = (
  scope: QueueScope | undefined,
  ticket: { queueId: string | null; userId: string | null },
): boolean =>
  scope === undefined ||
  scope.queueIds === 'all' ||
  ticket.userId === scope.userId ||
  (ticket.queueId === null ? scope.noQueue : scope.queueIds.includes(ticket.queueId));
