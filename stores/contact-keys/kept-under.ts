import type { StateStore } from '../../domain/ports/state-store.ts';
import { openBytes } from './box.ts';
import { type Kept, keyPrefix, masterOf } from './contact-keys.ts';

const most = 200;

/**
 * Resolves true when a key of a contact in this state store was wrapped under `secretKey`, false when none of the first two
 * hundred was, undefined when there is none to tell by (those of who was erased are gone). It is told of another key with
 * which somebody has begun since, too: what either wrapped is there.
 */
export async function opensKeptKeys(
  state: Pick<StateStore, 'list'>,
  secretKey: string,
): Promise<boolean | undefined> {
  const master = masterOf(secretKey);
  let tried = 0;
  let after: string | undefined;
  for (;;) {
    const page = await state.list<Kept>(keyPrefix, { limit: most, ...(after !== undefined && { after }) });
    for (const { key: name, value } of page) {
      if (value.key === undefined) continue;
      try {
        openBytes(master, value.key, name);
        return true;
      } catch {
        tried += 1;
        if (tried >= most) return false;
      }
    }
    if (page.length < most) return tried > 0 ? false : undefined;
    after = page.at(-1)?.key;
  }
}
