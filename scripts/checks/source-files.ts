import { globSync, readFileSync } from 'node:fs';

/** Returns the path and text of every file of code that is no test and no part of one, by path. */
export const sourceFiles = (): readonly (readonly [path: string, text: string])[] =>
  globSync('**/*.{ts,tsx}', { exclude: ['node_modules/**', 'dist/**', 'data/**'] })
    .filter((path) => !/\.(spec|browser|system)\.tsx?$|(^|\/)testing\/|\/contract\.ts$/.test(path))
    .sort()
    .map((path) => [path, readFileSync(path, 'utf8')] as const);
