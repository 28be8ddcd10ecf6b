import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { foldVersion } from '../domain/ticket/fold-version.ts';
import { code, version } from '../projections/version.ts';
import { codeOfFolds, codeOfTickets } from './folds-code.ts';

/**
 * `npm run folds`: gives the read models another version, because the folds make other documents now. `-- --same`: the
 * code has changed and every document comes out as before, so the version stays and nothing is rebuilt. Snapshots of
 * tickets are named by their code alone: one of another is read past, at the price of reading the stream.
 */
const { values } = parseArgs({ options: { same: { type: 'boolean', default: false } } });
const now = await codeOfFolds();
if (now === code) console.log(`The folds are those of version ${version}: nothing to do.`);
else {
  const file = join(import.meta.dirname, '../projections/version.ts');
  // Named by the code, not counted: two branches that change the folds never take one name for two things.
  const next = values.same ? version : now;
  const text = (await readFile(file, 'utf8'))
    .replace(/(export const version = )'\w*'/, `$1'${next}'`)
    .replace(/(export const code = )'\w*'/, `$1'${now}'`);
  await writeFile(file, text);
  console.log(
    values.same
      ? `Version ${next} stays.`
      : `Version ${next}: read models are built anew beside the old ones.`,
  );
}

const tickets = await codeOfTickets();
if (tickets !== foldVersion) {
  const file = join(import.meta.dirname, '../domain/ticket/fold-version.ts');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/(export const foldVersion = )'\w*'/, `$1'${tickets}'`));
  console.log('Snapshots of tickets are made anew.');
}
