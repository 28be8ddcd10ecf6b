/** Names the code that makes the states of tickets; `npm run folds` writes this file. A snapshot of other code is not used. */
export const foldVersion = 'e906c4ea1d76c864';
