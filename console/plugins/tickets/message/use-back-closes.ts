import { useEffect, useEffectEvent } from 'react';

/** What covers the page is closed by the way back, which on a phone is a gesture: the page below it stays. */
export function useBackCloses(close: () => void): void {
  const closed = useEffectEvent(close);
  useEffect(() => {
    // The router's own entry once more, so that it sees no other page in it.
    history.pushState({ ...history.state, covered: true }, '');
    const onBack = () => closed();
    window.addEventListener('popstate', onBack);
    return () => {
      window.removeEventListener('popstate', onBack);
      // Closed in another way its entry is still the present one; whoever went on to another page keeps that.
      if (history.state?.covered) history.back();
    };
  }, []);
}
