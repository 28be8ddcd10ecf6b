import { type RefObject, useEffect, useRef } from 'react';

/** After a try the keyboard goes to the first field that was refused, by the form or by the server. Call what it gives
 * when the form is sent. */
export const useFocusRefused = (form: RefObject<HTMLFormElement | null>, busy: boolean): (() => void) => {
  const asked = useRef(false);
  useEffect(() => {
    if (!asked.current || busy) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!wrong) return;
    asked.current = false;
    wrong.focus();
  });
  return () => {
    asked.current = true;
  };
};
