import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { createSessions, graceMs } from './sessions.ts';

const day = 24 * 3_600_000;
const hour = 3_600_000;

describe('the turns of a session', () => {
  const begin = async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const state = createInMemoryStateStore(() => now);
    const sessions = createSessions(state, () => new Date(now), { idleMs: 2 * day, longestMs: 5 * day });
    const user = { id: uuidv7(), companyId: 'c1', passwordSetBy: null };
    const { sid } = await sessions.start(user);
    return {
      renew: (turn: number) => sessions.renew(user.id, sid, turn),
      /** A call with the access token of that turn. */
      call: (turn: number) => sessions.endOf(user.id, sid, null, turn),
      later: (ms: number) => {
        now += ms;
      },
    };
  };

  it('follow one another: each refresh token is good once', async () => {
    const { renew, call, later } = await begin();
    expect(await renew(0)).toMatchObject({ turn: 1 });
    expect(await call(1)).toBeUndefined();
    later(graceMs + 1);
    expect(await renew(1)).toMatchObject({ turn: 2 });
    expect(await renew(0)).toBe('reused');
  });

  it('of tabs that renew together are the same, for a minute', async () => {
    const { renew, call, later } = await begin();
    const together = await Promise.all([renew(0), renew(0), renew(0)]);
    expect(together.map((one) => typeof one === 'object' && one.turn)).toEqual([1, 1, 1]);
    await call(1);
    later(graceMs);
    expect(await renew(0)).toMatchObject({ turn: 1 });
    later(1);
    expect(await renew(0)).toBe('reused');
  });

  it('whose tokens were lost on their way can be asked for again, however late', async () => {
    const { renew, call, later } = await begin();
    expect(await renew(0)).toMatchObject({ turn: 1 });
    later(9 * hour);
    expect(await renew(0)).toMatchObject({ turn: 1 });
    expect(await call(1)).toBeUndefined();
    expect(await renew(0)).toBe('reused');
  });

  it('come to an end: without a renewal after a while, with any number of them some day', async () => {
    const idle = await begin();
    idle.later(2 * day + 1);
    expect([await idle.call(0), await idle.renew(0)]).toEqual(['ended', 'ended']);
    const busy = await begin();
    for (let turn = 0; turn < 9; turn++) {
      expect(await busy.renew(turn)).toMatchObject({ turn: turn + 1 });
      busy.later(day / 2);
    }
    expect(await busy.renew(9)).toMatchObject({ turn: 10, leftMs: day / 2 });
    busy.later(day / 2);
    expect([await busy.call(10), await busy.renew(10)]).toEqual(['ended', 'ended']);
  });
});

describe('a refresh cookie', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let email = '';
  beforeAll(async () => {
    api = await startTestApi();
    ({ email } = await api.company('Ours'));
  });
  afterAll(() => api.close());
  const cookieOf = (answer: { cookies: { name: string; value: string }[] }) =>
    answer.cookies.find(({ name }) => name === 'refresh')!.value;
  const refresh = (cookie: string) =>
    api.app.inject({ method: 'POST', url: '/api/auth/refresh_token', cookies: { refresh: cookie } });
  const me = (token: string) =>
    api.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
  const login = () =>
    api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password: 'correct horse 42' },
    });

  it('that was copied and is used beside the owner ends the session for both', async () => {
    const stolen = cookieOf(await login());
    let kept = stolen;
    let token = '';
    for (let turn = 0; turn < 2; turn++) {
      const answer = await refresh(kept);
      kept = cookieOf(answer);
      token = answer.json<{ token: string }>().token;
      expect((await me(token)).statusCode).toBe(200);
    }
    const copied = await refresh(stolen);
    expect(copied.statusCode).toBe(401);
    expect(copied.cookies.find(({ name }) => name === 'refresh')?.value).toBe('');
    expect((await me(token)).statusCode).toBe(401);
    expect((await refresh(kept)).statusCode).toBe(401);
  });
});

describe('over https', () => {
  it('cookies are Secure and say so in their names, and come back by them', async () => {
    const api = await startTestApi({ cookieSecure: true, hsts: false });
    const { email } = await api.company('Ours');
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password: 'correct horse 42' },
    });
    expect(answer.cookies.map(({ name, secure, httpOnly }) => [name, secure, httpOnly])).toEqual([
      ['__Secure-refresh', true, true],
      ['__Secure-media', true, true],
      // For signing in, and for a forgotten password: its paths are told apart.
      ...Array(3).fill(['__Secure-device', true, true]),
    ]);
    expect(answer.headers).not.toHaveProperty('strict-transport-security');
    const [refresh, media] = answer.cookies;
    const renew = (name: string) =>
      api.app.inject({
        method: 'POST',
        url: '/api/auth/refresh_token',
        cookies: { [name]: refresh!.value },
      });
    // One that another host of the domain has planted has not this name.
    expect((await renew('refresh')).statusCode).toBe(401);
    expect((await renew('__Secure-refresh')).statusCode).toBe(200);
    const picture = await api.app.inject({
      url: `/api/media/contacts/${uuidv7()}/${uuidv7()}`,
      cookies: { [media!.name]: media!.value },
    });
    expect(picture.statusCode).toBe(404);
    await api.close();
  });
});
