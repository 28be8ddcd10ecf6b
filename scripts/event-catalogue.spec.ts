import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { eventCatalogue } from './event-catalogue.ts';

test('docs/events.md says what the schemas say', async () => {
  expect(await readFile(new URL('../docs/events.md', import.meta.url), 'utf8')).toBe(eventCatalogue());
});
