import { expect, it } from 'vitest';
import {
  hearNumberQuestions,
  numberQuestions,
  putNumberQuestion,
  readNumberAnswer,
} from '../../messaging/number-check.ts';
import { readPhoneBook } from '../../messaging/phone-book.ts';
import { companyId, startTestGateway, system } from '../../testing/gateway.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';

it('a gateway says of a number what the network says; what is not its own it leaves to others', async () => {
  const test = await startTestGateway();
  try {
    await test.startGateway();
    const { state, connectionId } = test;
    const foreign = { companyId, connectionId: 'elsewhere', number: '5511955500142' };
    await putNumberQuestion(state, foreign);
    const ask = async (number: string) => {
      const question = { companyId, connectionId, number };
      await putNumberQuestion(state, question);
      await expect
        .poll(() => readNumberAnswer(state, question), { timeout: 5_000, interval: 20 })
        .toBeDefined();
      return readNumberAnswer(state, question);
    };
    await expect
      .poll(async () => (await test.reader.find('connections', { where: { status: 'CONNECTED' } })).length, {
        timeout: 5_000,
      })
      .toBe(1);
    expect(await ask('5511955500142')).toEqual({ exists: true, number: '5511955500142' });
    expect(await ask('5511955500000')).toEqual({ exists: false });
    expect(await numberQuestions(state, 10)).toEqual([foreign]);
  } finally {
    await test.close();
  }
});

it('a gateway looks for questions of other processes a few times a second, no more', async () => {
  const test = await startTestGateway();
  try {
    let looks = 0;
    const { state } = test;
    const list = state.list;
    state.list = (prefix, ...rest) => {
      if (prefix.startsWith('number-check/')) looks += 1;
      return list(prefix, ...rest);
    };
    await test.startGateway();
    await expect.poll(() => looks, { timeout: 5_000, interval: 10 }).toBeGreaterThan(1);
    const [before, began] = [looks, performance.now()];
    await expect.poll(() => looks, { timeout: 5_000, interval: 10 }).toBeGreaterThan(before + 1);
    expect(performance.now() - began).toBeGreaterThan(300);
  } finally {
    await test.close();
  }
});

it('a gateway hears at once of a question that its own process puts into its store', async () => {
  const [own, other] = [createInMemoryStateStore(), createInMemoryStateStore()];
  let heard = 0;
  const leave = hearNumberQuestions(own, () => {
    heard += 1;
  });
  const question = { companyId, connectionId: 'c1', number: '5511955500142' };
  await putNumberQuestion(other, question);
  expect(heard).toBe(0);
  await putNumberQuestion(own, question);
  expect(heard).toBe(1);
  leave();
  await putNumberQuestion(own, question);
  expect(heard).toBe(1);
});

it('a gateway without a link says that it does not know', async () => {
  const test = await startTestGateway();
  try {
    await test.startGateway({
      openDriver: async () => ({
        idempotentSend: true,
        connect: async () => {},
        disconnect: async () => {},
        send: async () => {},
        edit: async () => {},
        delete: async () => {},
        checkNumber: async () => ({ exists: true }),
        downloadMedia: async () => {
          throw new Error('none');
        },
      }),
    });
    const question = { companyId, connectionId: test.connectionId, number: '5511955500142' };
    await expect
      .poll(
        async () => {
          await putNumberQuestion(test.state, question);
          return readNumberAnswer(test.state, question);
        },
        { timeout: 5_000, interval: 50 },
      )
      .toEqual({ exists: 'unknown', because: 'not-initialized' });
  } finally {
    await test.close();
  }
});

it("a phone's address book is kept while the phone is paired, and goes with the pairing", async () => {
  const test = await startTestGateway();
  try {
    await test.startGateway();
    const { state, connectionId, desk } = test;
    const names = async () => (await readPhoneBook(state, connectionId, 100)).map(({ name }) => name);
    await expect.poll(names, { timeout: 5_000 }).toContain('Alzira Monteiro');
    await desk.connections.requestSession(system, { connectionId, wanted: 'stop' });
    await expect.poll(names, { timeout: 5_000 }).toEqual([]);
  } finally {
    await test.close();
  }
});
