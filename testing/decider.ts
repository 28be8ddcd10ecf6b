import type { Command, CommandMetadata, Decider } from '../domain/kernel/decider.ts';
import { NeedsHistory } from '../domain/kernel/decider.ts';
import type { DomainEvent } from '../domain/kernel/event.ts';

const start = Date.parse('2026-11-02T12:00:00.000Z');
/** Returns the instant of the nth event (a minute apart); the command comes a minute after the last. */
export const minute = (n: number): string => new Date(start + n * 60_000).toISOString();

export const metadata = (more: Partial<CommandMetadata> = {}): CommandMetadata => ({
  companyId: 'c1',
  actor: { kind: 'system', id: 'test' },
  commandId: 'command',
  at: minute(0),
  ...more,
});

/** What tests look at in an application's refusal. */
interface Refusal extends Error {
  readonly code: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly errors?: Readonly<Record<string, string>>;
}

/**
 * Given events, when a command, then events, a refusal with a code, or nothing to do. Where the small state cannot
 * tell, the whole history is folded, as the pipeline does.
 */
export const given =
  <S, C extends Command, E extends DomainEvent>(decider: Decider<S, C, E>) =>
  (...history: readonly E[]) => {
    const fold = (initial: S): S =>
      history.reduce((state, event, i) => decider.evolve(state, event, minute(i)), initial);
    return {
      state: () => fold(decider.initial),
      when: (command: Pick<C, 'type' | 'data'>, more: Partial<C['metadata']> = {}) => {
        const full = {
          ...command,
          metadata: metadata({ at: minute(history.length), ...more }),
        } as unknown as C;
        const decide = (): readonly E[] => {
          try {
            return decider.decide(full, fold(decider.initial));
          } catch (error) {
            if (error instanceof NeedsHistory && decider.wide !== undefined)
              return decider.decide(full, fold(decider.wide));
            throw error;
          }
        };
        return {
          events: decide,
          /** Code, and details or field errors when there are any. */
          refusal: () => {
            try {
              decide();
            } catch (error) {
              if (!(error instanceof Error && 'code' in error)) throw error;
              const { code, details, errors } = error as Refusal;
              return { code, ...(details && { details }), ...(errors && { errors }) };
            }
            throw new Error('it was not refused');
          },
        };
      },
    };
  };
