import { channels } from '../../contract/channels.ts';
import { namesOf } from '../../domain/text/sort-name.ts';
import { recoveryCodes, type UserEvent } from '../../domain/user/events.ts';
import { begin, projection } from '../definition.ts';
import type { UserDocument } from './document.ts';

const id = (event: { data: { userId: string } }) => event.data.userId;

type Fields = Extract<UserEvent, { type: 'UserUpdated' }>['data'];
const fields = (data: Fields) => ({
  ...namesOf(data.name),
  email: data.email.toLowerCase(),
  profile: data.profile,
  super: data.super,
  queueIds: data.queueIds,
  allTicket: data.allTicket,
  connectionId: data.whatsappId,
});

/** Returns a user as others are told of them. Notices are kept and read by other processes: a password's hash has no business there. */
const withoutHash = ({ passwordHash: _hash, identity: _identity, ...rest }: UserDocument) => rest;

/** The people of each company, with what a login is checked by. */
export const users = projection<UserDocument, UserEvent>('users', {
  indexes: [['email'], ['sortName'], ['profile'], ['queueIds'], ['identity'], ['roleId']],
  arrays: ['queueIds'],
  sparse: ['identity', 'roleId'],
  search: { fields: ['name', 'email'] },
  notices: [
    {
      channel: channels.user,
      // With a password an invited user is one no more.
      on: [
        ...['UserCreated', 'UserUpdated', 'UserRoleChanged', 'UserPasswordChanged', 'UserDeleted'],
        ...['UserTotpEnabled', 'UserTotpDisabled'],
        ...['UserRecoveryCodeUsed', 'UserIdentityLinked', 'UserIdentityUnlinked'],
      ] as const,
      document: withoutHash,
    },
    // The sessions that end (signed in elsewhere, signed out, password changed) learn it from here, in every api process.
    {
      channel: channels.auth,
      action: () => 'update',
      on: ['UserLoggedIn', 'UserLoggedOut', 'UserPasswordChanged', 'UserDeleted'],
      document: withoutHash,
    },
  ],
  on: {
    UserCreated: {
      id,
      creates: true,
      apply: (_doc, event) => ({
        ...begin(event, event.data.userId),
        ...fields(event.data),
        passwordHash: null,
        passwordSetBy: null,
        sessionId: null,
        createdAt: event.metadata.at,
        updatedAt: event.metadata.at,
      }),
    },
    UserUpdated: {
      id,
      apply: (doc, event) =>
        doc && {
          ...doc,
          ...fields(event.data),
          // A build that knows no roles gave them another profile.
          ...(event.data.profile !== 'user' && { roleId: null }),
          updatedAt: event.metadata.at,
        },
    },
    UserRoleChanged: {
      id,
      apply: (doc, event) => doc && { ...doc, roleId: event.data.roleId, updatedAt: event.metadata.at },
    },
    UserPasswordChanged: {
      id,
      apply: (doc, event) =>
        doc && {
          ...doc,
          passwordHash: event.data.passwordHash,
          passwordSetBy: event.metadata.commandId,
          updatedAt: event.metadata.at,
        },
    },
    UserConfirmationAsked: { id, apply: (doc) => doc && { ...doc, unconfirmed: true } },
    UserEmailConfirmed: { id, apply: (doc) => doc && { ...doc, unconfirmed: false } },
    UserLoggedIn: { id, apply: (doc, event) => doc && { ...doc, sessionId: event.data.sessionId } },
    UserLoggedOut: {
      id,
      // The end of a session that another login has already replaced changes nothing.
      apply: (doc, event) =>
        doc && doc.sessionId === event.data.sessionId ? { ...doc, sessionId: null } : undefined,
    },
    UserTotpEnabled: {
      id,
      apply: (doc, { data: { credentialId }, metadata: { at: since } }) =>
        doc && { ...doc, totp: { credentialId, since, codesLeft: recoveryCodes } },
    },
    UserTotpDisabled: { id, apply: (doc) => doc && { ...doc, totp: null } },
    UserRecoveryCodeUsed: {
      id,
      apply: (doc, { data: { left: codesLeft } }) =>
        doc?.totp ? { ...doc, totp: { ...doc.totp, codesLeft } } : undefined,
    },
    UserIdentityLinked: { id, apply: (doc, event) => doc && { ...doc, identity: event.data.identity } },
    UserIdentityUnlinked: { id, apply: (doc) => doc && { ...doc, identity: null } },
    UserDeleted: { id, apply: () => 'delete' },
  },
});
