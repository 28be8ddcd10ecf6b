import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';

describe('a queue', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let headers: { authorization: string };
  beforeAll(async () => {
    api = await startTestApi();
    headers = await api.signIn((await api.company('Loja')).email);
  });
  afterAll(() => api.close());
  const create = async (payload: object) => {
    const answer = await api.app.inject({ method: 'POST', url: '/api/queue', headers, payload });
    return { status: answer.statusCode, body: answer.json() };
  };

  it('begins with the usual week and without texts', async () => {
    const { status, body } = await create({ name: 'Suporte', color: '#abc' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      greetingMessage: '',
      outOfHoursMessage: '',
      integrationId: null,
      promptId: null,
    });
    const hours = body.schedules.map(({ weekdayEn, startTime, endTime }: Record<string, string>) =>
      [weekdayEn, startTime, endTime].join(' '),
    );
    expect(hours).toEqual([
      ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => `${day} 08:00 18:00`),
      ...['saturday 08:00 12:00', 'sunday 00:00 00:00'],
    ]);
  });

  it.each([
    [{ color: '#123456' }, 'name'],
    [{ name: 'A', color: '#123456' }, 'name'],
    [{ name: 'x'.repeat(51), color: '#123456' }, 'name'],
    [{ name: 'Sem cor' }, 'color'],
    [{ name: 'Cor curta', color: '#a' }, 'color'],
    [{ name: 'Cor longa', color: '#1234567890' }, 'color'],
    [
      {
        name: 'Hora',
        color: '#123456',
        schedules: [{ weekday: 'x', weekdayEn: 'monday', startTime: '25:00', endTime: '18:00' }],
      },
      'schedules',
    ],
    [
      {
        name: 'Dia',
        color: '#123456',
        schedules: [{ weekday: 'x', weekdayEn: 'funday', startTime: '08:00', endTime: '18:00' }],
      },
      'schedules',
    ],
  ])('of %j is refused at its field', async (values, field) => {
    const { status, body } = await create(values);
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {}).map((name) => name.split('.')[0])).toEqual([field]);
  });
});
