import { type RefObject, useEffect, useRef, useState } from 'react';

const wrongIn = (form: HTMLFormElement | null): HTMLElement | null | undefined => {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  // A choice of several: its first one takes the keyboard, for the frame around them cannot.
  return wrong?.matches('fieldset') ? wrong.querySelector('input') : wrong;
};

/**
 * Returns what a form is bound by and what is called at each try: the keyboard goes to the first field that is
 * refused, after each try, and what is out of sight comes into it. @param busy whether a try is on its way: what it
 * was refused for is known at its end
 */
export const useWrongFocus = (
  busy: boolean,
): { readonly element: RefObject<HTMLFormElement | null>; readonly tried: () => void } => {
  const element = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each try, once it is known what was refused
  useEffect(() => {
    if (!busy) wrongIn(element.current)?.focus();
  }, [tries, busy]);
  return { element, tried: () => setTries((before) => before + 1) };
};
