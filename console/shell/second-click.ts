/**
 * Keeps a dialog open that a double click opens: its second click falls beside the dialog, which would take it for the
 * wish to leave, and be gone before anybody has seen it.
 */
export const ignoreSecondClicks = (): void =>
  document.addEventListener(
    'click',
    (event) => {
      const isBeside = event.target instanceof Element && event.target.matches('.MuiDialog-container');
      if (event.detail > 1 && isBeside) event.stopPropagation();
    },
    { capture: true },
  );
