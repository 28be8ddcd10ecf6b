import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startNetwork } from '../../../../channels/whatsapp/testing/network.ts';
import type { ConnectionView } from '../../../../contract/connection.ts';
import { withDesk } from '../../../../testing/browser/desk.ts';
import type { Person } from '../../../../testing/browser/people.ts';

// A group at a network that speaks WhatsApp's protocol: the conversation and who is in it.

const network = await startNetwork();
const desk = withDesk({ env: { WHATSAPP_URL: network.url } });
const group = '120363025246125486';
const [marina, bia, caio] = ['5521987650001', '5521987650002', '5521987650003'];
const quiet = Array.from({ length: 8 }, (_, place) => `552198765010${place}`);
let admin: Person;
let page: Page;
let ticketId = '';
const call = <T>(method: string, path: string, body?: unknown) => desk.call<T>(admin, method, path, body);
const connections = () => call<ConnectionView[]>('GET', '/whatsapp');

beforeAll(async () => {
  admin = await desk.signIn('admin');
  ({ page } = admin);
  network.groups.set(group, { subject: 'Turma da Padaria', participants: [marina, bia, caio, ...quiet] });
  await call('PUT', '/settings/CheckMsgIsGroup', { value: 'disabled' });
  const { id } = await call<ConnectionView>('POST', '/whatsapp', {
    ...{ name: 'Filial', channel: 'whatsapp', isDefault: false, queueIds: [] },
    ...{ greetingMessage: '', complationMessage: '', outOfHoursMessage: '', ratingMessage: '' },
  });
  const until = (met: (one: ConnectionView) => boolean) =>
    vi.waitFor(
      async () => {
        const one = (await connections()).find((each) => each.id === id);
        if (one === undefined || !met(one)) throw new Error(`the connection is ${one?.status}`);
        return one;
      },
      { timeout: 20_000, interval: 100 },
    );
  await until(({ status }) => status === 'qrcode');
  await call('PUT', `/whatsappsession/${id}`, { number: '5511988887777' });
  const { pairingCode } = await until((one) => Boolean(one.pairingCode));
  await network.typeCode(pairingCode ?? '', '5511988887777');
  await until(({ status }) => status === 'CONNECTED');
  let writes = 0;
  const bothWrite = () => {
    for (const [from, name] of [
      [marina, 'Marina'],
      [bia, 'Bia'],
    ] as const) {
      writes += 1;
      network.write({ id: `G${writes}`, from, name, group, message: { conversation: 'Bom dia!' } });
    }
  };
  // Again and again: what comes before the gateway has heard that groups are taken is left out.
  ticketId = await vi.waitFor(
    async () => {
      bothWrite();
      const { tickets } = await call<{ tickets: { id: string }[] }>(
        'GET',
        '/tickets?searchParam=Turma&showAll=true',
      );
      if (tickets[0] === undefined) throw new Error('the group has no ticket yet');
      return tickets[0].id;
    },
    { timeout: 30_000, interval: 1_000 },
  );
  await call('PUT', `/tickets/${ticketId}`, { status: 'open' });
}, 240_000);
afterAll(() => network.close());

const members = () => page.getByRole('region', { name: 'Participantes' });
const shown = () => members().getByRole('listitem');

test('a group’s panel says who is in it: by the name they gave themselves, else by number; the rest when asked for', async () => {
  await page.goto(`${desk.server.url}/tickets/${ticketId}`);
  await expect.poll(() => shown().count()).toBe(8);
  await members().getByRole('heading').getByText('11').waitFor();
  await members().getByText('Marina', { exact: true }).waitFor();
  await members().getByText('+55 21 98765-0001').waitFor();
  await members().getByText('+55 21 98765-0003').waitFor();
  // No face is made of digits.
  const faces = await shown().locator('.av').allTextContents();
  expect(faces.filter((text) => /\d/.test(text))).toEqual([]);
  const more = members().getByRole('button', { name: /11/ });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => shown().count()).toBe(11);
  await members().getByRole('button', { name: 'Mostrar menos' }).click();
  await expect.poll(() => shown().count()).toBe(8);
});

test('who could not be had is asked for again', async () => {
  await page.route('**/api/contacts/*/members', (route) =>
    route.fulfill({ status: 503, json: { error: 'ERR_UNAVAILABLE', message: '' } }),
  );
  await page.goto(`${desk.server.url}/tickets/${ticketId}`);
  const again = members().getByRole('button', { name: 'Tentar de novo' });
  await again.waitFor({ timeout: 20_000 });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await again.click();
  await expect.poll(() => shown().count()).toBe(8);
});

test('on a phone the panel lies over the conversation, and its members are there', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${desk.server.url}/tickets/${ticketId}`);
  await page.getByRole('button', { name: /Dados do contato$/ }).click();
  await expect.poll(() => shown().count()).toBe(8);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
});
