/** Names the code that makes the states of tickets; `npm run folds` writes this file. A snapshot of other code is not used. */
export const foldVersion = 'dc70037383161a10';
