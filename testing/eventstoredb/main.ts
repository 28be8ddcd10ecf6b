/** An EventStoreDB as the official client sees a server, for tests of the adapter and of what stands on it. */

import { startEventStoreDbDouble } from './server.ts';

// The double as a process of its own: prints its address, and serves until it or the process that started it ends.
const double = await startEventStoreDbDouble();
console.log(double.url);
process.on('disconnect', () => process.exit());
