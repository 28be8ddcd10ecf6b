import { z } from 'zod';
import type { UserView } from '../../contract/user.ts';
import { byName } from '../../domain/text/compare-names.ts';
import { plainWords } from '../../domain/text/plain.ts';

/** Returns those of whose name every word of the search begins some word, by name. */
export const foundByName = <T extends { readonly name: string }>(all: readonly T[], search: string): T[] => {
  const wanted = plainWords(search);
  return all
    .filter(({ name }) => {
      const own = plainWords(name);
      return wanted.every((word) => own.some((one) => one.startsWith(word)));
    })
    .sort(byName);
};

const states = ['invited', 'active'] as const;
/** What the list shows of those who may see all of it. */
export const userFilter = z.object({
  profile: z.string().max(100).optional().describe("a profile, or the id of one of the company's roles"),
  queueId: z.string().max(100).optional(),
  state: z.enum(states).optional().describe('`invited`: who has no password yet'),
});

/** Returns whether a filter lets this user through; what it does not name restricts nothing. */
export const passes = (
  { profile, roleId, queues, invitedAt }: UserView,
  wanted: z.output<typeof userFilter>,
): boolean =>
  (wanted.profile === undefined || (roleId ?? profile) === wanted.profile) &&
  (wanted.queueId === undefined || queues.some(({ id }) => id === wanted.queueId)) &&
  (wanted.state === undefined || (invitedAt === undefined ? 'active' : 'invited') === wanted.state);
