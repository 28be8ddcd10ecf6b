import type { ReactNode } from 'react';
import { conversationsOf } from './first-steps.ts';
import { FirstSteps } from './first-steps-card.tsx';
import { useFirstSteps } from './use-first-steps.ts';

/** Beside the list while no conversation is open: the first steps, as long as there are any. */
export const Start = ({ otherwise }: { readonly otherwise: ReactNode }) => {
  const first = useFirstSteps();
  if (first === undefined) return otherwise;
  return (
    <section
      className="fs-start middle grow one p-16 scroll"
      data-empty={conversationsOf(first.facts.counters) === 0}
    >
      <FirstSteps {...first} />
    </section>
  );
};
