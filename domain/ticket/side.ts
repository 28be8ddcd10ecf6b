import type { Side } from './commands.ts';

/** Returns whose a reaction or vote is, as far as one takes the place of another: no member's number is 'us' or ''. */
export const sideOf = ({ fromMe, participant }: Side): string =>
  fromMe ? 'us' : (participant?.number ?? '');
