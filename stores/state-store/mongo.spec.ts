import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { describe, it } from 'vitest';
import { stateStoreContract } from './contract.ts';
import { openMongoStateStore } from './mongo.ts';

const url = process.env.READ_STORE_URL;

if (url === undefined)
  describe.skip('MongoDB state store (READ_STORE_URL names no server)', () => {
    it('keeps the contract', () => {});
  });
else
  stateStoreContract('MongoDB', async () => {
    const own = new URL(url);
    own.pathname = `/state_${randomBytes(6).toString('hex')}`;
    const admin = new MongoClient(url);
    const build = await admin.db().command({ buildInfo: 1 });
    const isFerret = Object.keys(build).some((key) => key.startsWith('ferret'));
    await admin.close();
    return {
      ...(isFerret && { notAtomic: 'FerretDB finds and writes in two steps: not fit for two processes' }),
      open: () => openMongoStateStore({ url: own.href }),
      dispose: async () => {
        const client = new MongoClient(own.href);
        await client.db().dropDatabase();
        await client.close();
      },
    };
  });
