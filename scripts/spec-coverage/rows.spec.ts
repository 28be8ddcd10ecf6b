import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { administrationCallsMutations } from './administration-calls-mutations.ts';
import { administrationMutations } from './administration-mutations.ts';
import { campaignsMutations } from './campaigns-mutations.ts';
import { gatewayMutations } from './gateway-mutations.ts';
import { mutations } from './mutations.ts';
import {
  answers,
  complaintTests,
  coverageDocuments,
  coverageRows,
  ownWords,
  root,
  testTitles,
} from './rows.ts';

const lineMutations = [
  ...mutations,
  ...administrationMutations,
  ...administrationCallsMutations,
  ...campaignsMutations,
];
const rows = coverageRows();
const titles = new Map<string, readonly string[]>();
const titlesOf = (file: string): readonly string[] => {
  const known = titles.get(file) ?? testTitles(file);
  titles.set(file, known);
  return known;
};

it('names files and tests that exist, and says no line done without both', () => {
  expect(rows.length).toBeGreaterThan(650);
  const wrong = rows.flatMap(({ line, files, tests, state }) => {
    const absent = [
      ...files.filter((path) => !existsSync(join(root, path))),
      ...tests
        .filter(({ file, name }) => !titlesOf(file).includes(name))
        .map(({ file, name }) => `${file}: ${name}`),
    ];
    const unproved = state.startsWith('done') && (files.length === 0 || tests.length === 0);
    return absent.length > 0 || unproved ? [`${line}: ${absent.join(', ') || 'no file or no test'}`] : [];
  });
  expect(wrong).toEqual([]);
});

it('names only tests that a suite runs: of a file that none does nothing ever fails for its own reason', () => {
  const isRun = ({ file }: { readonly file: string }) => /\.(spec|browser|system)\.tsx?$/.test(file);
  const idle = rows.flatMap(({ line, tests }) => tests.filter((test) => !isRun(test)).map(() => line));
  expect(idle).toEqual([]);
});

it('says in each document’s head how many of its lines are done, put off and missing', () => {
  for (const document of coverageDocuments) {
    const states = coverageRows([document]).map(({ state }) => state);
    const put = states.filter((state) => state.startsWith('comes with')).length;
    const missing = states.filter((state) => state === 'missing').length;
    const said = `${states.length - put - missing} done, ${put} put off, ${missing} missing.`;
    expect(textOf(document)).toContain(said);
  }
});

it('has each line once', () => {
  const lines = rows.map(({ line }) => line);
  expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
});

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

it('names for an endpoint the routes that answer it, and for a code the files that give it', () => {
  const wrong = rows.flatMap(({ line, files }) =>
    [
      ...files.filter((file) => file.endsWith('routes.ts') && !answers(textOf(file), line)),
      ...(line.match(/ERR_[A-Z_]+/g) ?? []).flatMap((code) =>
        files.filter((file) => /^(api|domain|gateway)\//.test(file) && !textOf(file).includes(code)),
      ),
    ].map((file) => `${line}: ${file}`),
  );
  expect(wrong).toEqual([]);
  expect(answers("app.get('/api/users/:id', …)", 'GET /users/{id}')).toBe(true);
  expect(answers("app.get('/api/users/:id', …)", 'PUT /users/{id}')).toBe(false);
  expect(answers("app.get('/api/users/:id', …)", 'GET /users')).toBe(false);
});

it('names each test by words of its own: a title that is all placeholder is any test of its file', () => {
  const vague = rows.flatMap(({ line, tests }) =>
    tests.filter(({ name }) => ownWords(name).length < 8).map(({ name }) => `${line}: ${name}`),
  );
  expect(vague).toEqual([]);
});

it('every mutation breaks a place that stands once in its file', () => {
  const places = [...lineMutations, ...gatewayMutations].map(({ line, file, from }) => [
    line,
    textOf(file).split(from).length - 1,
  ]);
  expect(places.filter(([, times]) => times !== 1)).toEqual([]);
});

it('every mutation is of a line that is there and done', () => {
  const done = new Set(rows.filter(({ state }) => state.startsWith('done')).map(({ line }) => line));
  expect(lineMutations.filter(({ line }) => !done.has(line)).map(({ line }) => line)).toEqual([]);
});

it('the complaints of the field name tests that exist', () => {
  const complaints = complaintTests();
  expect(complaints.map(({ complaint }) => Number.parseInt(complaint, 10))).toEqual(
    Array.from({ length: 25 }, (_, index) => index + 1),
  );
  const absent = complaints.flatMap(({ complaint, tests }) =>
    tests
      .filter(({ file, name }) => file.includes('.') && !titlesOf(file).includes(name))
      .map(({ file, name }) => `${complaint}: ${file}: ${name}`),
  );
  expect(absent).toEqual([]);
  expect(complaints.filter(({ tests }) => tests.length === 0)).toEqual([]);
});
