/** What agents do with tickets, by keys, palette, toasts or buttons: the commands, and who carries them out. */

const FRAMES = 90;

/**
 * Puts the focus into the composer as soon as it is there: the conversation it belongs to may still be on its way.
 * Unless `asked` for, not on a touch screen, where the keyboard would cover what was just opened.
 */
export function focusComposer(asked = false): void {
  if (!asked && matchMedia('(pointer: coarse)').matches) return;
  const before = document.activeElement;
  let left = FRAMES;
  const look = () => {
    // Whoever has gone elsewhere meanwhile is not called back.
    if (document.activeElement !== before && document.activeElement !== document.body) return;
    const field = document.querySelector<HTMLTextAreaElement>('.tk-composer textarea:not([aria-hidden])');
    if (field !== null) field.focus();
    else if (--left > 0) requestAnimationFrame(look);
  };
  look();
}
