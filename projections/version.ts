/**
 * Names what the folds make of the log; `npm run folds` writes this file. Processes of another version fold another
 * generation of the read models beside this one (docs/decisions/0015-versions-of-read-models.md).
 */
export const version = '5882b0a0078fe046';

/** The code of the folds that was looked at when the version was last decided: a test compares it with the present one. */
export const code = '5882b0a0078fe046';
