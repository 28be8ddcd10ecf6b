import { describe, it } from 'vitest';
import { testRollingDeploys } from './testing/rolling-deploys.ts';
import { testTwoOfEachRole } from './testing/two-of-each-role.ts';

/**
 * All that has several processes on a server of MongoDB's protocol, one after the other: what stands for MongoDB in CI
 * reads whole collections, and two tests with eight processes each would not be answered in time.
 */
const url = process.env.READ_STORE_URL;
if (url === undefined)
  describe.skip('several processes on MongoDB (READ_STORE_URL names no server)', () => {
    it('is not tried', () => undefined);
  });
else {
  testRollingDeploys('MongoDB', url);
  describe('two processes of each role on MongoDB', () => testTwoOfEachRole(url));
}
