export { openMongoReadStore } from './mongo.ts';
export { openSqliteReadStore } from './sqlite.ts';
