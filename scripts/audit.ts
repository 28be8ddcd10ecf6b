/**
 * Developers' tools behind the scripts of `package.json`: checks, benchmarks, crash tests, and what writes generated
 * files. The image ships none.
 */

import { spawnSync } from 'node:child_process';
import { z } from 'zod';

const severities = ['info', 'low', 'moderate', 'high', 'critical'] as const;

const report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.enum(severities),
      range: z.string(),
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string() })])),
      fixAvailable: z.unknown(),
    }),
  ),
});
const refusal = z.object({ message: z.string() });

export interface Verdict {
  readonly lines: readonly string[];
  /** 0: nothing of weight, or nobody to ask; 1: a hole of weight in what runs; 2: could not be looked up, and had to be. */
  readonly code: 0 | 1 | 2;
}

/**
 * Returns what `npm audit --json` said, in lines for people: each package with a known hole, by weight, and whether
 * there is a version without it. `required`: not to be able to look is a failure too.
 */
export function verdictOf(output: string, { required }: { required: boolean }): Verdict {
  const json = (() => {
    try {
      return JSON.parse(output) as unknown;
    } catch {
      return undefined;
    }
  })();
  const found = report.safeParse(json);
  if (!found.success) {
    const said = refusal.safeParse(json);
    const why = said.success ? said.data.message : output.trim().split('\n')[0] || 'npm said nothing';
    return { lines: [`Not looked up: ${why}`], code: required ? 2 : 0 };
  }
  const holes = Object.entries(found.data.vulnerabilities).sort(
    ([, one], [, other]) => severities.indexOf(other.severity) - severities.indexOf(one.severity),
  );
  const lines = holes.map(([name, { severity, range, via, fixAvailable }]) => {
    const what = via.map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title} (${one.url})`));
    return `${severity}: ${name} ${range}: ${what.join('; ')}${fixAvailable ? '' : ' [no version without it]'}`;
  });
  const heavy = holes.filter(([, { severity }]) => severity === 'high' || severity === 'critical').length;
  if (lines.length === 0) lines.push('No known holes in what runs.');
  return { lines, code: heavy > 0 ? 1 : 0 };
}

if (process.argv[1] === import.meta.filename) {
  const { stdout, error } = spawnSync('npm', ['audit', '--json', '--omit=dev', '--audit=true'], {
    encoding: 'utf8',
    // npm's own word on what went wrong; its answer is on standard output.
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 60_000,
  });
  const { lines, code } = verdictOf(error ? `npm: ${error.message}` : stdout, {
    required: process.argv.includes('--required'),
  });
  for (const line of lines) console.log(line);
  process.exitCode = code;
}
