/** Names the code that makes the states of tickets; `npm run folds` writes this file. A snapshot of other code is not used. */
export const foldVersion = 'ae0aa1f1b49f9283';
