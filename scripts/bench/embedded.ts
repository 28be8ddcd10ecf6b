import { readConfig } from '../../server/config.ts';

/** Returns where the embedded stores of a folder lie, with the key by which the product reads them there. */
export function embeddedIn(folder: string) {
  const { secretKey } = readConfig({ DATA_DIR: folder }, { demo: false });
  return { eventStore: undefined, readStore: undefined, dataDir: folder, media: { path: folder }, secretKey };
}
