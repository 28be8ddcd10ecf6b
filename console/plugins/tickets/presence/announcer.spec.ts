import { expect, test } from 'vitest';
import { createAnnouncer, EVERY_MS, type Whereabouts } from './announcer.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** An announcer whose requests end when the test says so. */
const aDesk = () => {
  const sent: Whereabouts[] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const timers: { task: () => void; ms: number; off: boolean }[] = [];
  const announcer = createAnnouncer({
    send: (where) => {
      sent.push(where);
      const answer = Promise.withResolvers<void>();
      answers.push(answer);
      return answer.promise;
    },
    later: (task, ms) => {
      const timer = { task, ms, off: false };
      timers.push(timer);
      return () => {
        timer.off = true;
      };
    },
  });
  return {
    announcer,
    sent,
    answer: async (fails = false) => {
      const next = answers.shift();
      if (fails) next?.reject(new Error('away'));
      else next?.resolve();
      await settle();
    },
    beat: async () => {
      for (const timer of timers.splice(0)) if (!timer.off) timer.task();
      await settle();
    },
    timers,
  };
};
const at = (ticketId: string | null, typing = false) => ({ ticketId, typing });

test('says where the agent is at once, and again with every beat', async () => {
  const desk = aDesk();
  desk.announcer.at(at('t1'));
  await desk.answer();
  expect(desk.timers.map(({ ms }) => ms)).toEqual([EVERY_MS]);
  await desk.beat();
  await desk.answer();
  await desk.beat();
  expect(desk.sent).toEqual([at('t1'), at('t1'), at('t1')]);
});

test('of what happens during a request only the last is said after it', async () => {
  const desk = aDesk();
  desk.announcer.at(at('t1'));
  desk.announcer.at(at(null));
  desk.announcer.at(at('t2'));
  expect(desk.sent).toEqual([at('t1')]);
  await desk.answer();
  expect(desk.sent).toEqual([at('t1'), at('t2')]);
});

test('who left is said to have left once, and no beat follows', async () => {
  const desk = aDesk();
  desk.announcer.at(at('t1'));
  await desk.answer();
  desk.announcer.at(at(null));
  await desk.answer();
  await desk.beat();
  expect(desk.sent).toEqual([at('t1'), at(null)]);
});

test('a request that fails is no storm: the next beat says it again', async () => {
  const desk = aDesk();
  desk.announcer.at(at('t1'));
  await desk.answer(true);
  expect(desk.sent).toHaveLength(1);
  await desk.beat();
  expect(desk.sent).toEqual([at('t1'), at('t1')]);
});

test('the same place twice is said once, typing in it is news', async () => {
  const desk = aDesk();
  desk.announcer.at(at('t1'));
  await desk.answer();
  desk.announcer.at(at('t1'));
  desk.announcer.at(at('t1', true));
  expect(desk.sent).toEqual([at('t1'), at('t1', true)]);
});
