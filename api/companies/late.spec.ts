import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CompanyView } from '../../contract/company.ts';
import { startTestApi } from '../../testing/api.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Its day begins 25 hours after that of the other: they never have the same date. */
const first = 'Pacific/Kiritimati';
const last = 'Pacific/Pago_Pago';
const dayIn = (timeZone: string, days = 0) =>
  format(new TZDate(Date.now() + days * 86_400_000, timeZone), 'yyyy-MM-dd');

it('a company is late once its last day is over where it is, whatever the day is elsewhere', async () => {
  const headers = await api.root();
  const due = async (name: string, timeZone: string, dueDate: string) => {
    const { companyId } = await api.company(name);
    const payload = { timeZone, dueDate };
    const changed = await api.app.inject({
      ...{ method: 'PUT', url: `/api/companies/${companyId}`, headers, payload },
    });
    expect(changed.statusCode, changed.body).toBe(200);
  };
  // Both have the date that it still is in the west.
  await due('Leste', first, dayIn(last));
  await due('Oeste', last, dayIn(last));
  await due('Leste hoje', first, dayIn(first));
  await due('Oeste ontem', last, dayIn(last, -1));
  await due('Semana passada', 'America/Sao_Paulo', dayIn('America/Sao_Paulo', -7));
  await due('Semana que vem', 'America/Sao_Paulo', dayIn('America/Sao_Paulo', 7));
  const answer = await api.app.inject({ url: '/api/companies?state=late', headers });
  const { companies, count } = answer.json<{ companies: CompanyView[]; count: number }>();
  expect(companies.map(({ name }) => name)).toEqual(['Leste', 'Oeste ontem', 'Semana passada']);
  expect(count).toBe(3);
});
