import { letHelpersStandBack, letThreadsHaveOwnLimits } from '../../server/helper-threads.ts';
import type { Bench } from './measure.ts';

/** One part of the bench in this process: prints its figures as the last line. */
const [name, mode, scale] = process.argv.slice(2);
const benches: Record<string, () => Promise<Bench>> = {
  append: async () => (await import('./append.ts')).append,
  eventstoredb: async () => (await import('./eventstoredb.ts')).eventstoredb,
  chain: async () => (await import('./chain.ts')).chain,
  cold: async () => (await import('./cold.ts')).cold,
  inbound: async () => (await import('./inbound.ts')).inbound,
  bot: async () => (await import('./bot.ts')).bot,
  numbers: async () => (await import('./numbers.ts')).numbers,
  whatsapp: async () => (await import('./whatsapp.ts')).whatsapp,
  push: async () => (await import('./push.ts')).push,
  queries: async () => (await import('./queries.ts')).queries,
  contacts: async () => (await import('./contacts.ts')).contacts,
  import: async () => (await import('./import.ts')).importContacts,
  campaigns: async () => (await import('./campaigns.ts')).campaigns,
  'list-import': async () => (await import('./list-import.ts')).importList,
  desk: async () => (await import('./desk.ts')).desk,
  console: async () => (await import('./console.ts')).firstLoadOfConsole,
  start: async () => (await import('./start.ts')).start,
};
const bench = await benches[name as string]?.();
if (bench === undefined) throw new Error(`no such part: ${name}`);
// As in the product, which some parts run in this process.
letHelpersStandBack();
letThreadsHaveOwnLimits();
const figures = await bench({ quick: mode === 'quick', scale: Number(scale) });
console.log(JSON.stringify(figures));
process.exit(0);
