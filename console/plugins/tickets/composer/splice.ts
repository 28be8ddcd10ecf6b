/** A text with something put where the caret stands (or in place of what is selected), and where the caret is then. */
export const spliced = (
  text: string,
  { start, end, added }: { readonly start: number; readonly end: number; readonly added: string },
): { readonly text: string; readonly caret: number } => ({
  text: text.slice(0, start) + added + text.slice(end),
  caret: start + added.length,
});
