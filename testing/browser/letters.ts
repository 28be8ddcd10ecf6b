import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { vi } from 'vitest';

/** Returns the newest letter to this person, once there is one: of a server without SMTP. */
export const newestLetter = (dataDir: string, address: string): Promise<Email> =>
  vi.waitFor(
    async () => {
      const folder = join(dataDir, 'mail');
      for (const name of (await readdir(folder)).sort().reverse()) {
        if (!name.endsWith('.eml')) continue;
        const letter = await PostalMime.parse(await readFile(join(folder, name)));
        if (letter.to?.[0]?.address === address) return letter;
      }
      throw new Error(`no letter to ${address} yet`);
    },
    { timeout: 20_000, interval: 200 },
  );
