// What a ticket's card says wherever it stands: how long somebody waits, and what was said last.
export { previewLine } from '../list/preview-text.ts';
export { Age } from '../ticket/parts.tsx';
