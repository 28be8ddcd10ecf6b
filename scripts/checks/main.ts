import { checks, runChecks } from './checks.ts';

/** `npm run check`: every check, also after one that does not hold, so that one run tells all there is to mend. */
const onTheWay = checks.filter(({ late }) => !late);
let broken = 0;
await runChecks(onTheWay, (_check, holds) => {
  if (!holds) broken += 1;
});
process.exit(broken === 0 ? 0 : 1);
