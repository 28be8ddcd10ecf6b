/** What other plugins use of tickets, for cards wherever they stand: how long somebody waits, and what was said last. */

export { previewLine } from '../list/preview-text.ts';
export { Age } from '../ticket/parts.tsx';
