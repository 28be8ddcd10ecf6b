import * as modules from 'node:module';
import { resolveOwn } from './resolve-own.mjs';

// On systems for which no Node comes with the packages it is the one that is installed.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Balcão needs Node.js 24 or newer to run; this is ${process.version}`);
  process.exit(1);
}
// Compiled code is kept between starts: the second one takes a fraction of the first. Files that are not
// TypeScript: with one Node would load its type stripper (15 MB) at every start, with all other files in the cache.
modules.enableCompileCache();
modules.registerHooks({ resolve: resolveOwn(new URL('..', import.meta.url).href) });
const { main } = await import('./main.ts');
await main(process.argv.slice(2));
