/** Somebody who signs in: who they are, how they prove it, and what they may do in which queues. */

import { z } from 'zod';
import type { Command } from '../command.ts';
import { DomainError } from '../errors.ts';
import type { Decider } from '../kernel/decider.ts';
import { VoidStream } from '../kernel/decider.ts';
import { areFieldsSame } from '../same.ts';
import { seen } from '../text/seen.ts';
import { validate, validateChange } from '../validation.ts';
import type { UserEvent } from './events.ts';
import { recoveryCodes, userEvents } from './events.ts';

type Lost = Readonly<Record<string, number>>;
type Fields = Omit<Extract<UserEvent, { type: 'UserCreated' }>['data'], 'userId'>;

/** The second step that is in force, and which of its recovery codes are spent. */
interface Totp {
  readonly credentialId: string;
  readonly used: readonly number[];
}
type Identity = Omit<z.output<typeof userEvents.UserIdentityLinked>, 'userId'>;

export type UserState =
  | { readonly status: 'absent' }
  | { readonly status: 'void' | 'deleted'; readonly lost: Lost }
  | {
      readonly status: 'active';
      readonly lost: Lost;
      readonly fields: Fields;
      /** A role of the company's own; null: the profile's. */
      readonly roleId: string | null;
      readonly passwordHash: string | null;
      readonly sessionId: string | null;
      /** Asked to confirm the address, and has not. */
      readonly unconfirmed: boolean;
      readonly totp: Totp | null;
      readonly identity: Identity | null;
    };

/** What an update names; what it does not name stays as it is. */
export type UserChange = {
  readonly [K in keyof Fields]?: z.input<typeof userEvents.UserUpdated>[K] | undefined;
} & { readonly roleId?: string | null | undefined };

export type UserCommand =
  | Command<
      'CreateUser',
      z.input<typeof userEvents.UserCreated> & {
        readonly roleId?: string | null | undefined;
        /** Absent: invited, and nobody signs in before a link has set one. */
        readonly passwordHash?: string | undefined;
        readonly asksConfirmation?: boolean | undefined;
      }
    >
  | Command<'UpdateUser', UserChange & { readonly userId: string }>
  | Command<
      'ChangeUserPassword',
      z.output<typeof userEvents.UserPasswordChanged> & {
        /** Refused where there is one already, or another way in: a link sets it once. */
        readonly isFirst?: boolean | undefined;
      }
    >
  | Command<'ConfirmUserEmail', { readonly userId: string }>
  /** `onlyUnconfirmed`: whoever has confirmed the address meanwhile stays. */
  | Command<'DeleteUser', { readonly userId: string; readonly onlyUnconfirmed?: true }>
  | Command<'RecordLogin', z.output<typeof userEvents.UserLoggedIn>>
  | Command<'RecordLogout', z.output<typeof userEvents.UserLoggedOut>>
  | Command<'RecordRefusedLogin', z.output<typeof userEvents.UserLoginRefused>>
  | Command<
      'EnableTotp',
      z.output<typeof userEvents.UserTotpEnabled> & {
        /** The one in force, which this one takes the place of: the same app, other recovery codes. */
        readonly insteadOf?: string;
      }
    >
  | Command<'DisableTotp', { readonly userId: string }>
  | Command<'SpendRecoveryCode', Omit<z.output<typeof userEvents.UserRecoveryCodeUsed>, 'left'>>
  | Command<'LinkIdentity', z.output<typeof userEvents.UserIdentityLinked>>
  | Command<'UnlinkIdentity', { readonly userId: string }>;

/** Returns the one spelling of an e-mail: unique over all companies, for it is what one signs in with. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

const rules = userEvents.UserCreated.extend({
  name: z.string().trim().min(2).max(50).check(seen),
  // A host without a dot is an e-mail too: the first admin is admin@localhost.
  email: z
    .string()
    .transform(normalizeEmail)
    .pipe(z.union([z.email(), z.string().regex(/^[a-z0-9._%+-]+@localhost$/)], { error: 'invalidEmail' })),
}).strict();

/** Returns the role somebody has after a change that may name it, or a profile in its place. @throws ERR_VALIDATION for both */
export const roleAfter = ({ roleId, profile }: UserChange, before: string | null): string | null => {
  const isBuiltIn = profile !== undefined && profile !== 'user';
  if (!isBuiltIn) return roleId === undefined ? before : roleId;
  if (roleId)
    throw new DomainError('ERR_VALIDATION', 'a role or a profile', { errors: { roleId: 'invalid' } });
  return null;
};

/** Returns the profile that goes with a role: `user` with one of the company's own. */
const profileWith = (roleId: string | null): { readonly profile?: 'user' } =>
  roleId === null ? {} : { profile: 'user' };

/** PHC form; anything else would be a password on its way into the log. */
const checkHash = (passwordHash: string): void => {
  if (!passwordHash.startsWith('$argon2id$'))
    throw new DomainError('ERR_VALIDATION', 'not an argon2id hash', { errors: { password: 'invalid' } });
};

const requireActive = (state: UserState) => {
  if (state.status !== 'active') throw new DomainError('ERR_NO_USER_FOUND');
  return state;
};

const decide = ({ type, data }: UserCommand, state: UserState): readonly UserEvent[] => {
  switch (type) {
    case 'CreateUser': {
      if (state.status === 'void') throw new VoidStream();
      if (state.status !== 'absent') return [];
      const { passwordHash, asksConfirmation, roleId: _, ...values } = data;
      if (passwordHash !== undefined) checkHash(passwordHash);
      const roleId = roleAfter(data, null);
      const { userId, ...fields } = validate(rules, { ...values, ...profileWith(roleId) });
      return [
        { type: 'UserCreated', data: { userId, ...fields } },
        ...(roleId === null ? [] : [{ type: 'UserRoleChanged' as const, data: { userId, roleId } }]),
        ...(passwordHash === undefined
          ? []
          : [
              {
                type: 'UserPasswordChanged' as const,
                data: { userId, passwordHash, cause: 'creation' as const },
              },
            ]),
        ...(asksConfirmation ? [{ type: 'UserConfirmationAsked' as const, data: { userId } }] : []),
      ];
    }
    case 'UpdateUser': {
      const { fields: before, roleId: roleBefore } = requireActive(state);
      const roleId = roleAfter(data, roleBefore);
      const { roleId: _, ...change } = data;
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const after = { ...before, ...given, ...profileWith(roleId) };
      const { userId, ...fields } = validateChange(rules, before, after);
      return [
        ...(areFieldsSame(fields, before)
          ? []
          : [{ type: 'UserUpdated' as const, data: { userId, ...fields } }]),
        ...(roleId === roleBefore ? [] : [{ type: 'UserRoleChanged' as const, data: { userId, roleId } }]),
      ];
    }
    case 'ChangeUserPassword': {
      const { isFirst, ...set } = data;
      checkHash(set.passwordHash);
      const { passwordHash, identity } = requireActive(state);
      if (passwordHash === set.passwordHash) return [];
      // Who came by the provider meanwhile needs no password, and whoever finds the letter is to set none.
      if (isFirst && (passwordHash !== null || identity)) throw new DomainError('ERR_LINK_EXPIRED');
      return [{ type: 'UserPasswordChanged', data: set }];
    }
    case 'ConfirmUserEmail':
      return requireActive(state).unconfirmed
        ? [{ type: 'UserEmailConfirmed', data: { userId: data.userId } }]
        : [];
    case 'DeleteUser':
      if (state.status === 'deleted') return [];
      if (!requireActive(state).unconfirmed && data.onlyUnconfirmed) return [];
      return [{ type: 'UserDeleted', data: { userId: data.userId } }];
    case 'RecordLogin':
      return requireActive(state).sessionId === data.sessionId ? [] : [{ type: 'UserLoggedIn', data }];
    case 'RecordLogout':
      // One session a user: a logout of an older session ends nothing.
      return requireActive(state).sessionId === data.sessionId ? [{ type: 'UserLoggedOut', data }] : [];
    case 'RecordRefusedLogin':
      requireActive(state);
      return [{ type: 'UserLoginRefused', data }];
    case 'EnableTotp': {
      const { totp } = requireActive(state);
      const { insteadOf, ...enabled } = data;
      if (totp?.credentialId === enabled.credentialId) return [];
      if (totp?.credentialId !== insteadOf) throw new DomainError('ERR_TOTP_ENABLED');
      return [{ type: 'UserTotpEnabled', data: enabled }];
    }
    case 'DisableTotp': {
      const { totp } = requireActive(state);
      const { userId } = data;
      return totp ? [{ type: 'UserTotpDisabled', data: { userId, credentialId: totp.credentialId } }] : [];
    }
    case 'SpendRecoveryCode': {
      const { totp } = requireActive(state);
      // Here, and not where the codes lie: of two who show the same code at once one is refused.
      if (totp?.credentialId !== data.credentialId || totp.used.includes(data.code))
        throw new DomainError('ERR_WRONG_CODE', undefined, { errors: { code: 'wrongCode' } });
      const left = recoveryCodes - totp.used.length - 1;
      return [{ type: 'UserRecoveryCodeUsed', data: { ...data, left } }];
    }
    case 'LinkIdentity': {
      const { identity } = requireActive(state);
      if (identity?.identity === data.identity) return [];
      if (identity) throw new DomainError('ERR_IDENTITY_TAKEN');
      return [{ type: 'UserIdentityLinked', data }];
    }
    case 'UnlinkIdentity': {
      const { identity } = requireActive(state);
      return identity ? [{ type: 'UserIdentityUnlinked', data: { userId: data.userId, ...identity } }] : [];
    }
    default:
      return type satisfies never;
  }
};

/** Returns the role of the company's own that somebody has, if any. */
export const roleOf = (state: UserState): string | null => (state.status === 'active' ? state.roleId : null);

export const isAdmin = (state: UserState): boolean =>
  state.status === 'active' && state.fields.profile === 'admin';

const evolve = (state: UserState, event: UserEvent): UserState => {
  if (event.type === 'ClaimLost') {
    const lost = {
      ...(state.status === 'absent' ? {} : state.lost),
      [event.data.claim]: event.data.claimRevision,
    };
    return state.status === 'absent' ? { status: 'void', lost } : { ...state, lost };
  }
  if (event.type === 'UserCreated') {
    if (state.status !== 'absent') return state;
    const { userId: _, ...fields } = event.data;
    return {
      status: 'active',
      lost: {},
      fields,
      roleId: null,
      passwordHash: null,
      sessionId: null,
      unconfirmed: false,
      totp: null,
      identity: null,
    };
  }
  if (state.status !== 'active') return state;
  switch (event.type) {
    case 'UserUpdated': {
      const { userId: _, ...fields } = event.data;
      return { ...state, fields, roleId: fields.profile === 'user' ? state.roleId : null };
    }
    case 'UserRoleChanged':
      return { ...state, roleId: event.data.roleId };
    case 'UserPasswordChanged':
      return { ...state, passwordHash: event.data.passwordHash };
    case 'UserConfirmationAsked':
      return { ...state, unconfirmed: true };
    case 'UserEmailConfirmed':
      return { ...state, unconfirmed: false };
    case 'UserDeleted':
      return { status: 'deleted', lost: state.lost };
    case 'UserLoggedIn':
      return { ...state, sessionId: event.data.sessionId };
    case 'UserLoggedOut':
      return { ...state, sessionId: null };
    case 'UserTotpEnabled':
      return { ...state, totp: { credentialId: event.data.credentialId, used: [] } };
    case 'UserTotpDisabled':
      return { ...state, totp: null };
    case 'UserRecoveryCodeUsed':
      return state.totp
        ? { ...state, totp: { ...state.totp, used: [...state.totp.used, event.data.code] } }
        : state;
    case 'UserIdentityLinked': {
      const { userId: _, ...identity } = event.data;
      return { ...state, identity };
    }
    case 'UserIdentityUnlinked':
      return { ...state, identity: null };
    case 'UserLoginRefused':
      return state;
    default:
      event satisfies never;
      return state;
  }
};

export const userDecider: Decider<UserState, UserCommand, UserEvent> = {
  category: 'user',
  types: new Set(Object.keys(userEvents)),
  initial: { status: 'absent' },
  decide,
  evolve,
};
