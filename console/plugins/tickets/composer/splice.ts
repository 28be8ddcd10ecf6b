/** Returns a text with something put where the caret stands (or in place of what is selected), and where the caret is then. */
const splice = (
  text: string,
  { start, end, added }: { readonly start: number; readonly end: number; readonly added: string },
): { readonly text: string; readonly caret: number } => ({
  text: text.slice(0, start) + added + text.slice(end),
  caret: start + added.length,
});

/** Puts something where a field's caret stands; the caret stands behind it then. */
export function insertInto(
  field: HTMLTextAreaElement | null,
  text: string,
  setText: (text: string) => void,
  added: string,
): void {
  const start = field?.selectionStart ?? text.length;
  const next = splice(text, { start, end: field?.selectionEnd ?? text.length, added });
  setText(next.text);
  requestAnimationFrame(() => field?.setSelectionRange(next.caret, next.caret));
}
