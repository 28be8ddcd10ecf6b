/**
 * Names what the folds make of the log; `npm run folds` writes this file. Processes of another version fold another
 * generation of the read models beside this one (docs/decisions/0015-versions-of-read-models.md).
 */
export const version = '66d7f04c6e89df72';

/** The code of the folds that was looked at when the version was last decided: a test compares it with the present one. */
export const code = '2bd4ec7f54515e1d';
