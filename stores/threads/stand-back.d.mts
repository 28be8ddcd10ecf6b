/** Lets this thread stand back behind the one that answers, by so many steps of niceness. */
export function standBack(steps: number): void;
