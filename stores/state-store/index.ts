export { openSqliteStateStore } from './sqlite.ts';
