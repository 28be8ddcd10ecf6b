import { DomainError } from '../../domain/errors.ts';

/** Tabs one person may have open on one api process; each tab has one socket. */
const mostLinesOfUser = 20;

export interface Owner {
  readonly companyId: string;
  readonly userId: string;
  readonly sid: string;
}

/** A socket that has signed in, whether or not it follows anything. */
export interface SignedLine {
  readonly owner: Owner;
  close(code: number, reason: string): void;
}

/** Returns the sockets of this process by who signed in on them: a session that ends takes all of its own with it. */
export function createLines(mostLines = mostLinesOfUser) {
  const companies = new Map<string, Map<string, Set<SignedLine>>>();
  const ofUser = (companyId: string, userId: string): readonly SignedLine[] => [
    ...(companies.get(companyId)?.get(userId) ?? []),
  ];

  return {
    ofUser,
    /** @returns the way out; who has left once may leave again @throws ERR_TOO_MANY_REQUESTS */
    enter(line: SignedLine): () => void {
      const { companyId, userId } = line.owner;
      if (ofUser(companyId, userId).length >= mostLines)
        throw new DomainError('ERR_TOO_MANY_REQUESTS', 'Too many live connections of this user');
      const users = companies.get(companyId) ?? new Map<string, Set<SignedLine>>();
      const lines = users.get(userId) ?? new Set<SignedLine>();
      companies.set(companyId, users.set(userId, lines.add(line)));
      return () => {
        lines.delete(line);
        if (lines.size === 0 && users.get(userId) === lines) users.delete(userId);
        if (users.size === 0 && companies.get(companyId) === users) companies.delete(companyId);
      };
    },
    usersOf: (companyId: string): readonly string[] => [...(companies.get(companyId)?.keys() ?? [])],
    *users(): Iterable<Pick<Owner, 'companyId' | 'userId'>> {
      for (const [companyId, users] of companies)
        for (const userId of users.keys()) yield { companyId, userId };
    },
    *all(): Iterable<SignedLine> {
      for (const users of companies.values()) for (const lines of users.values()) yield* lines;
    },
  };
}
