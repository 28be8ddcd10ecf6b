import type { Profile } from '../../domain/user/events.ts';
import type { StoredDocument } from '../ports/read-store.ts';

/** Collection `users`; `passwordHash` never leaves the server. Found by `email` (lower case) across companies at login. */
export interface UserDocument extends StoredDocument {
  readonly name: string;
  /** Lists are in this order: see domain/text/sort-name. */
  readonly sortName: string;
  readonly email: string;
  readonly profile: Profile;
  /** A role of the company's own, in place of the profile's rules. */
  readonly roleId?: string | null;
  readonly super: boolean;
  readonly queueIds: readonly string[];
  readonly allTicket: boolean;
  readonly connectionId: string | null;
  readonly passwordHash: string | null;
  /** Command that set the password: sessions begun under another one are none any more. */
  readonly passwordSetBy?: string | null;
  /** Was asked to show that the address is theirs, and has not. */
  readonly unconfirmed?: boolean;
  /** Session of the last login, null after its logout. */
  readonly sessionId?: string | null;
  /** The second step in force and its id; absent and null: none. */
  readonly totp?: {
    readonly credentialId: string;
    readonly since: string;
    readonly codesLeft: number;
  } | null;
  /** The linked account of a sign-in provider, by a hash. */
  readonly identity?: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}
