import { DomainError } from '../errors.ts';
import type { Grant, NamedRule, Rights } from './policy.ts';
import { covers, policy, ruleNames } from './policy.ts';
import type { QueueScope } from './queue-scope.ts';

export const queueScopes = ['own', 'all', 'chosen'] as const;

/** A role of a company's own, as far as it grants something; of what is stored nothing is trusted to be known. */
export interface GrantingRole {
  readonly rules?: unknown;
  readonly queueScope?: unknown;
  readonly queueIds?: unknown;
  readonly [other: string]: unknown;
}

/** The rules that a role may have. */
export const givableRules: readonly NamedRule[] = ruleNames.filter((name) => !('byScope' in policy[name]));

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** Returns what a role grants. Rules that this build does not know, or that no role may have, grant nothing. */
export function grantOf(role: GrantingRole): Grant {
  const named = new Set(texts(role.rules));
  const rules = givableRules.filter((rule) => named.has(rule)) as string[];
  if (role.queueScope === 'all') rules.push('tickets:everyQueue');
  const queueIds = role.queueScope === 'chosen' ? texts(role.queueIds) : undefined;
  return {
    key: JSON.stringify([rules, queueIds]),
    rules: new Set(rules),
    ...(queueIds && { queueIds }),
  };
}

/** Of a role that is not there: nothing. */
export const noGrant: Grant = grantOf({});

/** Returns how somebody with this role decides. */
export const rightsOfRole = (role: GrantingRole): Rights => ({
  profile: 'user',
  super: false,
  grant: grantOf(role),
});

type Asker = Rights & { readonly scope: QueueScope };

/**
 * Nobody makes, changes or takes away a role that lets people do, or see, more than they do themselves. Asked of a role as
 * it was and as it is to be.
 * @throws ERR_NO_PERMISSION naming the field
 */
export function demandOwnRights(asker: Asker, role: GrantingRole): void {
  const beyond = {
    ...(!covers(asker, rightsOfRole(role)) && { rules: 'ERR_NO_PERMISSION' }),
    ...(!seesQueues(asker.scope, role) && { queueIds: 'ERR_NO_PERMISSION' }),
  };
  if (Object.keys(beyond).length > 0)
    throw new DomainError('ERR_NO_PERMISSION', 'more than their own rights', { errors: beyond });
}

const seesQueues = ({ queueIds }: QueueScope, { queueScope, queueIds: asked }: GrantingRole): boolean =>
  queueIds === 'all' || (queueScope !== 'all' && texts(asked).every((id) => queueIds.includes(id)));

/** Returns whether somebody may give this role to people: it lets them do, and see, no more than they do themselves. */
export const mayGive = (asker: Asker, role: GrantingRole): boolean => {
  const rights = rightsOfRole(role);
  const { queueIds = [] } = rights.grant ?? {};
  return covers(asker, rights) && seesQueues(asker.scope, { queueIds });
};
