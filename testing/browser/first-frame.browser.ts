import { beforeAll, expect, test } from 'vitest';
import { withDesk } from './desk.ts';
import type { Person, Phone } from './people.ts';

// Between what a page is answered first and the first frame of its line nobody tells it anything.

const desk = withDesk();
let admin: Person;
let phone: Phone;
beforeAll(async () => {
  admin = await desk.signIn('admin');
  phone = await desk.takePhone(admin);
}, 240_000);

test('a page that is loaded asks for nothing of the company twice', async () => {
  const { page } = admin;
  // What signing in has begun is not counted.
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}${search}`);
  });
  const framed = page.waitForEvent('websocket').then((line) => line.waitForEvent('framereceived'));
  await page.goto(`${desk.server.url}/tickets`);
  await page.locator('[data-row]').first().waitFor();
  await framed;
  await page.waitForLoadState('networkidle');
  expect(asked.length).toBeGreaterThan(5);
  // What the platform tells is not kept for who comes later: it is asked for again.
  const ofCompany = asked.filter((one) => one !== 'GET /api/announcements/active');
  expect(ofCompany.filter((one, at) => ofCompany.indexOf(one) < at)).toEqual([]);
  page.removeAllListeners('request');
});

test('what is written before the first frame is there all the same: in the thread that is open, and in the counts', async () => {
  const { page } = admin;
  const number = '5511955507001';
  await phone.write('antes de tudo', { number, name: 'Rui Adiantado' });
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  await page.locator('[data-row]').filter({ hasText: 'Rui Adiantado' }).locator('[data-main]').click();
  await page.getByRole('log').getByText('antes de tudo').waitFor();
  const line = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/graphql/, async (socket) => {
    await line.promise;
    socket.connectToServer();
  });
  await page.reload();
  await page.getByRole('log').getByText('antes de tudo').waitFor();
  // Whatever was asked for is answered: what is written now can come by the line alone.
  await page.waitForLoadState('networkidle');
  await phone.write('antes da linha', { number, name: 'Rui Adiantado' });
  await phone.write('de outra pessoa', { number: '5511955507002', name: 'Lia Adiantada' });
  // They have reached the server's lists by now.
  const ticketId = new URL(page.url()).pathname.split('/').at(-1);
  await expect
    .poll(async () => {
      const [{ tickets }, { messages }] = await Promise.all([
        desk.call<{ tickets: { lastMessage: string }[] }>(
          admin,
          'GET',
          '/tickets?status=pending&showAll=true',
        ),
        desk.call<{ messages: { body: string }[] }>(admin, 'GET', `/messages/${ticketId}?pageNumber=1`),
      ]);
      return [...tickets.map(({ lastMessage }) => lastMessage), ...messages.map(({ body }) => body)];
    })
    .toEqual(expect.arrayContaining(['antes da linha', 'de outra pessoa']));
  const waiting = () => page.getByRole('tab', { name: /Aguardando/ }).textContent();
  const before = await waiting();
  expect(await page.getByText('antes da linha').count()).toBe(0);
  line.resolve();
  await page.getByRole('log').getByText('antes da linha').waitFor();
  await expect.poll(waiting).not.toBe(before);
});
