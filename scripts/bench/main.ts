import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { startArguments } from '../../testing/browser/server.ts';
import { type Figure, meets } from './measure.ts';

/**
 * `npm run bench [-- --quick] [--scale 10] [--only name,…]`: each part in a process of its own, then a table and one JSON line.
 */
const parts = [
  'append',
  'eventstoredb',
  'chain',
  'cold',
  'inbound',
  'bot',
  'numbers',
  'whatsapp',
  'push',
  'queries',
  'contacts',
  'import',
  'list-import',
  'campaigns',
  'desk',
  'start',
  'console',
] as const;
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    scale: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const wanted = values.only?.split(',') ?? parts;
const unknown = wanted.filter((part) => !parts.includes(part as (typeof parts)[number]));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. There are ${parts.join(', ')}.`);
  process.exit(1);
}

const figures: Figure[] = [];
let failed = false;
for (const part of wanted) {
  process.stderr.write(`${part} …\n`);
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      // Some parts run the product in their own process: as `npm start` runs it.
      ...startArguments().filter((one) => /^--(max|heap)-/.test(one)),
      new URL('./part.ts', import.meta.url).pathname,
      part,
      values.quick ? 'quick' : 'full',
      values.scale,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) {
    failed = true;
    process.stderr.write(`${part} failed with ${code}\n`);
    continue;
  }
  figures.push(...(JSON.parse(output.trim().split('\n').at(-1) ?? '[]') as Figure[]));
}

const verdict = (figure: Figure) => ({ true: 'met', false: 'SHORT', undefined: '' })[String(meets(figure))];
const rows = figures.map((figure) => [
  figure.name,
  figure.value.toLocaleString('en'),
  figure.unit,
  figure.target === undefined ? '' : `${figure.atMost ? '≤' : '≥'} ${figure.target.toLocaleString('en')}`,
  verdict(figure) ?? '',
  figure.note ?? '',
]);
const head = ['figure', 'value', 'unit', 'target', '', 'note'];
const widths = head.map((title, column) =>
  Math.max(title.length, ...rows.map((row) => (row[column] as string).length)),
);
for (const row of [head, ...rows]) {
  console.log(
    row
      .map((cell, column) =>
        column === 1 ? cell.padStart(widths[1] as number) : cell.padEnd(widths[column] as number),
      )
      .join('  ')
      .trimEnd(),
  );
}
console.log(JSON.stringify(Object.fromEntries(figures.map(({ name, value }) => [name, value]))));
process.exit(failed ? 1 : 0);
