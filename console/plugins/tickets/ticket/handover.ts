interface Outcome {
  readonly by: 'bot' | 'assistant';
  readonly reason?: unknown;
  readonly failure?: unknown;
  readonly cause?: unknown;
  readonly unheard?: unknown;
}

/** How an assistant fails that says something to people; all else is that it did not answer. */
const toldFailures: readonly unknown[] = ['slow', 'keys', 'refused', 'odd'];

/** Returns the text that says why a bot or an assistant is done. */
export const handoverKey = ({ by, reason, failure, cause, unheard }: Outcome): string => {
  const told = unheard && failure !== 'keys' ? 'unheard' : toldFailures.includes(failure) && failure;
  const why = told ? `${reason}.${told}` : (cause ?? reason);
  return `tickets.event.${by === 'bot' ? 'Bot' : 'Assistant'}HandedOver.${why}.text`;
};
