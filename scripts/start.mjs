import { enableCompileCache } from 'node:module';

// Compiled code is kept between starts: the second one takes a fraction of the first. The one file that is not
// TypeScript: with it Node would load its type stripper (15 MB) at every start, with all other files in the cache.
enableCompileCache();
const { main } = await import('./main.ts');
await main(process.argv.slice(2));
