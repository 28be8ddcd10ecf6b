import type { Context, Desk } from '../../domain/desk/desk.ts';
import { boundedCache } from '../../domain/kernel/bounded-cache.ts';
import type { Insist } from './insist.ts';

/** Returns what groups are called, as this process was told and has seen to. */
export function createGroupNames(
  { companyId, desk }: { readonly companyId: string; readonly desk: Pick<Desk, 'contacts'> },
  insist: Insist,
) {
  const system: Context = { companyId, actor: { kind: 'system', id: 'gateway' } };
  const names = boundedCache<string>(1_000);
  return {
    of: (number: string): string | undefined => names.get(number),
    /** A group of which nobody has written yet is called so once somebody does; one that is known by its number, at once. */
    async learn(number: string, name: string, formerName?: string): Promise<void> {
      if (name.length < 2 || names.get(number) === name) return;
      await insist(() =>
        desk.contacts.nameGroup(system, { number, name, ...(formerName !== undefined && { formerName }) }),
      );
      names.set(number, name);
    },
  };
}
export type GroupNames = ReturnType<typeof createGroupNames>;
