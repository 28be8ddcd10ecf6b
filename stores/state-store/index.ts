export { openMongoStateStore } from './mongo.ts';
export { openSqliteStateStore } from './sqlite.ts';
