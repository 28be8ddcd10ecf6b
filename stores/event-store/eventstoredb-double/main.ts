import { startEventStoreDbDouble } from './server.ts';

// The double as a process of its own: prints its address, and serves until it is ended.
const double = await startEventStoreDbDouble();
console.log(double.url);
