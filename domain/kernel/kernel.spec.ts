import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const files = readdirSync(import.meta.dirname).filter((file) => /(?<!\.spec)\.ts$/.test(file));
/** Words of this product; the kernel could be copied to another one. */
const product =
  /\b(tickets?|contacts?|queues?|agents?|customers?|conversations?|channels?|whatsapp|inbound|outbound|receipts?|phones?|ERR_[A-Z_]+)\b/gi;

test.each(files)('%s knows no word of the product', (file) => {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  expect(text.match(product) ?? []).toEqual([]);
});
