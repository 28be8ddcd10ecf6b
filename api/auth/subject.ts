import type { Grant, Subject } from '../../domain/access/policy.ts';
import { queueScope } from '../../domain/access/policy.ts';
import type { QueueScope } from '../../domain/access/queue-scope.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { isBillingSid } from './billing-token.ts';

/** Who is signed in, with the rights they have now (not those of the moment they signed in). */
export interface Session extends Subject {
  readonly grant: Grant | undefined;
  readonly sid: string;
  readonly name: string;
  readonly scope: QueueScope;
  /** Another system, let in by a token; null: by any connection. */
  readonly integration?: { readonly connectionId: string | null };
  /** Signed in for invoices and checkout only. */
  readonly billing?: true;
}

/** Returns the session of a user. `grant`: of their role, where it is one of the company's own. */
export function sessionOf(
  user: Omit<UserDocument, 'passwordHash'>,
  sid: string,
  grant: Grant | undefined,
): Session {
  const subject = {
    userId: user.id,
    companyId: user.companyId,
    profile: user.profile,
    super: user.super,
    queueIds: grant?.queueIds ?? user.queueIds,
    allTicket: user.allTicket,
    grant,
  };
  return {
    ...subject,
    sid,
    name: user.name,
    scope: queueScope(subject),
    ...(isBillingSid(sid) && { billing: true }),
  };
}
