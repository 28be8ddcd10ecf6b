import { enableCompileCache } from 'node:module';

// Compiled code is kept between starts: the second one takes a fraction of the first.
enableCompileCache();
const { main } = await import('./main.ts');
await main(process.argv.slice(2));
