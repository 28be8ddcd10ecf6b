import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const files = readdirSync(import.meta.dirname).filter((file) => /(?<!\.spec)\.ts$/.test(file));
/** Words of this product; the kernel could be copied to another one. `companyId` is none: it is how the kernel calls a tenant. */
const product =
  /\b(tickets?|contacts?|queues?|agents?|users?|customers?|company|companies|conversations?|messages?|campaigns?|invoices?|channels?|whatsapp|inbound|outbound|receipts?|phones?|ERR_[A-Z_]+)\b/gi;

test.each(files)('%s knows no word of the product', (file) => {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  expect(text.match(product) ?? []).toEqual([]);
});
