import { testRollingDeploys } from './testing/rolling-deploys.ts';

testRollingDeploys('embedded stores');
