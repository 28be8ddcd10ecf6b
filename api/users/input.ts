import { z } from 'zod';
import { fromWire, type OffWire } from '../../contract/wire.ts';
import { can } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import { isSameSet } from '../../domain/same.ts';
import { profile } from '../../domain/user/events.ts';
import { roleAfter } from '../../domain/user/user.ts';
import { validate } from '../../domain/validation.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { longestPassword, shortestPassword } from '../auth/password-rule.ts';
import type { Session } from '../auth/subject.ts';
import { id } from '../http/schemas.ts';

const idInput = z.union([id, z.object({ id })]).transform((one) => (typeof one === 'string' ? one : one.id));
const ids = z.array(idInput).max(500);

/** The spec writes `enable`, `enabled` and `desabled`; what is kept is a boolean. */
const allTicket = z
  .union([z.boolean(), z.enum(['enable', 'enabled', 'desabled', 'disabled', 'disable'])])
  .transform((value) => value === true || value === 'enable' || value === 'enabled');

const name = z.string().trim().min(2).max(50);
const email = z.string().trim().max(200);
const password = z.string().min(shortestPassword).max(longestPassword);
const emptyText = z.literal('').transform(() => undefined);

/**
 * What a form may say of a user. Whatever else a body holds is never looked at: `super`, `companyId` and hashes are
 * nobody's to send. `queues` (as an answer gives them) stands in for `queueIds`.
 */
const changes = z.object({
  name: name.optional(),
  email: email.optional(),
  password: z.union([emptyText, password]).optional(),
  /** What one shows before changing one's own password or e-mail. */
  currentPassword: z.union([emptyText, z.string().max(200)]).optional(),
  profile: profile.optional(),
  /** '' and null: none of the company's own. */
  roleId: z.preprocess((value) => (value === '' ? null : value), id.nullable()).optional(),
  queueIds: ids.optional(),
  queues: ids.optional(),
  whatsappId: z.preprocess((value) => (value === '' ? null : value), id.nullable()).optional(),
  allTicket: allTicket.optional(),
});
const creation = changes.extend({ name, email });

export type UserInput = OffWire<Omit<z.output<typeof changes>, 'queues'>>;

const flat = <T extends z.output<typeof changes>>({ queues, ...given }: T) => ({
  ...fromWire(given),
  ...(given.queueIds === undefined && queues && { queueIds: queues }),
});

/** Returns what a user is made with. @throws ERR_VALIDATION naming the field */
export const readCreation = (body: unknown) => flat(validate(creation, body));
/** Returns what is to change of a user. @throws ERR_VALIDATION naming the field */
export const readChanges = (body: unknown): UserInput => flat(validate(changes, body));

/**
 * Returns what this session may change of that user. A form may send back what it was given (`shownQueueIds`: of the
 * queues); any change of a field that is not theirs to change is refused, never left out silently.
 * @throws ERR_NO_PERMISSION naming the fields
 */
export function allowedChanges(
  session: Session,
  user: UserDocument,
  given: UserInput,
  shownQueueIds: readonly string[],
): UserInput {
  if (user.id !== session.userId && !can(session, 'users:manage')) throw new DomainError('ERR_NO_PERMISSION');
  const { profile, roleId, queueIds, connectionId, allTicket, ...ownFields } = given;
  const editProfile = can(session, 'user-modal:editProfile');
  const editQueues = can(session, 'user-modal:editQueues');
  // Those of a role are not the person's own: sent back with it, they would stay when the role is taken away.
  const keepsShown =
    queueIds !== undefined &&
    isSameSet(shownQueueIds, queueIds) &&
    roleAfter(given, user.roleId ?? null) === (user.roleId ?? null);
  const refusedFields = {
    ...(!editProfile &&
      profile !== undefined &&
      profile !== user.profile && { profile: 'ERR_NO_PERMISSION' }),
    ...(!editProfile &&
      roleId !== undefined &&
      roleId !== (user.roleId ?? null) && { roleId: 'ERR_NO_PERMISSION' }),
    ...(!editProfile &&
      allTicket !== undefined &&
      allTicket !== user.allTicket && { allTicket: 'ERR_NO_PERMISSION' }),
    ...(!editProfile &&
      connectionId !== undefined &&
      connectionId !== user.connectionId && { connectionId: 'ERR_NO_PERMISSION' }),
    ...(!editQueues &&
      queueIds &&
      ![user.queueIds, shownQueueIds].some((before) => isSameSet(before, queueIds)) && {
        queueIds: 'ERR_NO_PERMISSION',
      }),
  };
  if (Object.keys(refusedFields).length > 0)
    throw new DomainError('ERR_NO_PERMISSION', undefined, { errors: refusedFields });
  return {
    ...ownFields,
    ...(editProfile && { profile, roleId, connectionId, allTicket }),
    ...(editQueues && !keepsShown && { queueIds }),
  };
}

/** Whether they may do or see more or less after it. */
export const changesRights = (
  user: UserDocument,
  { profile, roleId, queueIds, allTicket }: UserInput,
): boolean =>
  (roleId !== undefined && roleId !== (user.roleId ?? null)) ||
  (profile !== undefined && profile !== user.profile) ||
  (allTicket !== undefined && allTicket !== user.allTicket) ||
  (queueIds !== undefined && !isSameSet(user.queueIds, queueIds));
