import type { Subject } from '../../domain/access/policy.ts';
import { queueScope } from '../../domain/access/policy.ts';
import type { QueueScope } from '../../domain/access/queue-scope.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { isBillingSid } from './billing-token.ts';

/** Who is signed in, with the rights they have now (not those of the moment they signed in). */
export interface Session extends Subject {
  readonly sid: string;
  readonly name: string;
  readonly scope: QueueScope;
  /** Signed in for invoices and checkout only. */
  readonly billing?: true;
}

export function sessionOf(user: Omit<UserDocument, 'passwordHash'>, sid: string): Session {
  const subject: Subject = {
    userId: user.id,
    companyId: user.companyId,
    profile: user.profile,
    super: user.super,
    queueIds: user.queueIds,
    allTicket: user.allTicket,
  };
  return {
    ...subject,
    sid,
    name: user.name,
    scope: queueScope(subject),
    ...(isBillingSid(sid) && { billing: true }),
  };
}
