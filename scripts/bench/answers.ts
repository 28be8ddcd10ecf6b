import { setTimeout as sleep } from 'node:timers/promises';

/** What was waited for answers, milliseconds each; of those that did not come, for as long as was waited. */
export interface Waits {
  readonly waits: readonly number[];
  readonly unanswered: number;
}

/** Returns what measures one conversation of many people: of each, answers come in the order of what they wrote. */
export function createAnswers(now = () => performance.now()) {
  const open = new Map<string, number[]>();
  const waits: number[] = [];
  let count = 0;

  return {
    asks(person: string): void {
      open.set(person, [...(open.get(person) ?? []), now()]);
      count += 1;
    },
    /** Whether they had asked anything that was not answered. */
    answers(person: string): boolean {
      const began = open.get(person)?.shift();
      if (began === undefined) return false;
      waits.push(now() - began);
      return true;
    },
    /** Resolves once everything is answered, or nobody is waited for any longer. */
    async settle(patienceMs: number): Promise<Waits> {
      const until = now() + patienceMs;
      while (waits.length < count && now() < until) await sleep(50);
      const left = [...open.values()].flat().map((began) => now() - began);
      return { waits: [...waits, ...left], unanswered: left.length };
    },
  };
}
