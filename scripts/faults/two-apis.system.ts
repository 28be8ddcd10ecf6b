import { describe } from 'vitest';
import { testTwoOfEachRole } from './testing/two-of-each-role.ts';

describe('two processes of each role on embedded stores', () => testTwoOfEachRole());
