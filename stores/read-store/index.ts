export { openSqliteReadStore } from './sqlite.ts';
