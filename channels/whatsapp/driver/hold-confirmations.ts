import type { Logger } from 'pino';
import { sleep, withTimeout } from '../../../domain/kernel/retry.ts';

type Send = (frame: unknown, ...rest: unknown[]) => void;
/** What of a WebSocket is used here. */
interface Line {
  send: Send;
  close(...given: unknown[]): void;
}

/** How long a line that is being closed may still say what it was to say. */
const farewellMs = 1_000;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Holds back whatever is said to the network until what came before it is written down. Baileys confirms a message and
 * hands it over only then; what was confirmed the network never says again. Frames are sealed one after the other, so
 * that none can be told from another: all of them wait, in their order, for as long as a journal entry takes.
 *
 * The sender is told at once that a frame went out: Baileys hands the message over after that, and not before.
 * @param whenWritten resolves when everything that was handed over by now is written down
 * @param mostMs a store that is away longer than that must not end the line, which the network would take for dead
 */
export function holdConfirmations(
  line: Line,
  { whenWritten, mostMs, log }: { whenWritten: () => Promise<void>; mostMs: number; log: Logger },
): void {
  const send = line.send.bind(line);
  let before: Promise<unknown> = Promise.resolve();
  /** Two turns: what was confirmed is handed over within the first. */
  const due = async () => {
    await nextTurn();
    await nextTurn();
    await withTimeout(mostMs, whenWritten(), () => new Error('the journal is not written in time'));
  };
  line.send = (frame, ...rest) => {
    const told = rest.at(-1);
    const ready = due().catch((error: unknown) =>
      log.warn({ err: error }, 'messages are confirmed before they are written down'),
    );
    before = Promise.all([before, ready])
      .then(() => send(frame))
      .catch((error: unknown) => log.debug({ err: error }, 'a frame found no line'));
    if (typeof told === 'function') queueMicrotask(() => told());
  };
  // What was said to be out is said before the end: a pairing that is ended would stand on the network's side else.
  const close = line.close.bind(line);
  line.close = (...given) => {
    void Promise.race([before, sleep(farewellMs)]).then(() => close(...given));
  };
}
