import { ensureConsole } from '../../server/console-build.ts';
import { firstLoad, firstLoadBudgetKb, sumKb } from '../console-budget.ts';
import { type Bench, round } from './measure.ts';

/** Returns what a browser loads, Brotli-compressed, for login and the tickets page. */
export const firstLoadOfConsole: Bench = async () => {
  const sizes = firstLoad(await ensureConsole({ log: () => {} }));
  return [
    {
      name: 'first_load_kb',
      value: round(sumKb(sizes)),
      unit: 'KiB',
      target: firstLoadBudgetKb,
      atMost: true,
      note: `brotli, ${sizes.size} files: shell, login and tickets in one language`,
    },
  ];
};
