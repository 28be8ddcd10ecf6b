import { useRef } from 'react';
import { v7 as newId } from 'uuid';

/**
 * Returns the idempotency key of a form's command: the same while the same is asked (an answer that got lost is asked
 * for again), another one as soon as something else is.
 */
export const useAttempt = (): ((asked: unknown) => string) => {
  const held = useRef({ asked: '', key: '' });
  return (asked) => {
    const text = JSON.stringify(asked);
    if (held.current.asked !== text) held.current = { asked: text, key: newId() };
    return held.current.key;
  };
};
