import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { describe, it } from 'vitest';
import { people, readStoreContract, things } from '../contract.ts';
import { openMongoReadStore } from './store.ts';

const url = process.env.READ_STORE_URL;

if (url === undefined)
  describe.skip('MongoDB read store (READ_STORE_URL names no server)', () => {
    it('keeps the contract', () => {});
  });
else
  readStoreContract('MongoDB', async () => {
    const own = new URL(url);
    own.pathname = `/read_${randomBytes(6).toString('hex')}`;
    return {
      open: (collections = [things, people], folds) =>
        openMongoReadStore({ url: own.href, collections, ...(folds && { folds }) }),
      dispose: async () => {
        const client = new MongoClient(own.href);
        await client.db().dropDatabase();
        await client.close();
      },
    };
  });
