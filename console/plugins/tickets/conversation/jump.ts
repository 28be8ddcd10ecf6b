/** Returns whether it brought a message of the thread around `from` into sight, marked for a moment; false when it is not loaded. */
export function jumpTo(from: Element, messageId: string): boolean {
  const target = from.closest('[role=log]')?.querySelector(`[data-message="${CSS.escape(messageId)}"]`);
  if (!target) return false;
  target.scrollIntoView({ block: 'center' });
  target.classList.remove('tk-found');
  // Reading the layout in between starts the animation anew when the same quote is followed twice.
  void (target as HTMLElement).offsetWidth;
  target.classList.add('tk-found');
  return true;
}
