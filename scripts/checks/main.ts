import { checks, runCheck } from './checks.ts';

/** `npm run check`: every check, also after one that does not hold, so that one run tells all there is to mend. */
let broken = 0;
for (const check of checks) if (!check.late && !(await runCheck(check))) broken += 1;
process.exit(broken === 0 ? 0 : 1);
