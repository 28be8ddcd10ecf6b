import { describe, expect, it } from 'vitest';
import { foldVersion } from '../domain/ticket/fold-version.ts';
import { code } from '../projections/version.ts';
import { codeOfFolds, codeOfTickets } from './folds-code.ts';

const edited = (path: string, from: string | RegExp, to: string) =>
  codeOfFolds((at, source) => {
    if (at !== path) return source;
    expect(source).toMatch(from);
    return source.replace(from, to);
  });

it("whoever changed the folds' code has said whether the documents come out as before", async () => {
  expect(
    await codeOfFolds(),
    "The code of the folds has changed. Run 'npm run folds': the read models get another version and are built anew at the next deploy, beside those in use. Or, when every document comes out as before: 'npm run folds -- --same'.",
  ).toBe(code);
}, 60_000);

it('snapshots of tickets are named by the code that makes them', async () => {
  expect(
    await codeOfTickets(),
    "The code that folds tickets has changed. Run 'npm run folds': their snapshots are made anew as they are needed.",
  ).toBe(foldVersion);
  const edited = await codeOfTickets((at, source) =>
    at === 'domain/ticket/evolve.ts' ? source.replace("status: 'closed'", "status: 'open'") : source,
  );
  expect(edited).not.toBe(foldVersion);
}, 60_000);

describe("the folds' code", () => {
  it.each([
    ['a fold', 'projections/tickets/tickets.ts', /status: 'open'/, "status: 'opened'"],
    ['an index', 'projections/tickets/tickets.ts', /indexes: \[/, "indexes: [['protocol', 'status'],"],
    ['what a word is', 'stores/read-store/words.ts', /longest = 48/, 'longest = 47'],
    ['what an old event is read as', 'domain/catalogue.ts', /safeParse\(/, 'parse('],
  ])(
    'is another when %s changes',
    async (_what, path, from, to) => {
      expect(await edited(path, from, to)).not.toBe(await codeOfFolds());
    },
    60_000,
  );

  it('is the same when only a comment, a type or the name of a variable changes', async () => {
    const path = 'projections/users/departures.ts';
    const same = await codeOfFolds((at, source) =>
      at === path ? `/** Said otherwise. */ type Never = never;\n${source}` : source,
    );
    expect(same).toBe(await codeOfFolds());
  }, 60_000);
});
