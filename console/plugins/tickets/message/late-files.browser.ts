import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../../../testing/browser/desk.ts';
import { serious } from '../../../../testing/browser/inspect.ts';
import type { Person, Phone } from '../../../../testing/browser/people.ts';

const desk = withDesk();
const picture = readFileSync(join(import.meta.dirname, '../../../../server/demo/media/luminaria.jpg'));
const jpeg = (name: string) => ({ name, type: 'image/jpeg', bytes: picture });
let phone: Phone;
let ana: Person;
let ticketId = '';

const log = (page: Page) => page.getByRole('log');
const bubble = (page: Page, text: string) => log(page).getByRole('article').filter({ hasText: text });
const heightOf = async (page: Page, text: string) => (await bubble(page, text).boundingBox())!.height;
const shot = async (page: Page, name: string) => {
  const folder = process.env.SCREENS;
  if (!folder) return;
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${folder}/${name}.png` });
};

beforeAll(async () => {
  phone = await desk.takePhone(await desk.signIn('admin', { blank: true }));
  await phone.write('Bom dia, tenho uma dúvida sobre uma luminária');
  ana = await desk.signIn('ana');
  const accept = ana.page.getByRole('button', { name: 'Aceitar: Cliente Teste' });
  await accept.click();
  await log(ana.page).getByText('tenho uma dúvida').waitFor();
  ticketId = new URL(ana.page.url()).pathname.split('/').at(-1)!;
}, 240_000);

test('a picture that is slow to come holds nothing back: its words and what follows are read at once, then it is there', async () => {
  const { page } = ana;
  await phone.fault('slowFile');
  await phone.send(jpeg('luminaria.jpg'), { body: 'É esta aqui' });
  await phone.write('Vocês ainda têm?');
  await bubble(page, 'Vocês ainda têm?').waitFor({ timeout: 5_000 });
  await bubble(page, 'É esta aqui').getByText('Arquivo a caminho').waitFor({ timeout: 5_000 });
  await bubble(page, 'É esta aqui')
    .getByText(/luminaria\.jpg · JPG/)
    .waitFor();
  const before = await heightOf(page, 'É esta aqui');
  await shot(page, 'file-coming-1440-light');
  const opens = bubble(page, 'É esta aqui').getByRole('button', { name: /^Ampliar imagem/ });
  await opens.waitFor({ timeout: 30_000 });
  await expect
    .poll(() => opens.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth), {
      timeout: 10_000,
    })
    .toBeGreaterThan(0);
  expect(await heightOf(page, 'É esta aqui'), 'nothing moved when it came').toBe(before);
  await log(page).getByText('Arquivo a caminho').waitFor({ state: 'detached' });
  expect(ana.complaints).toEqual([]);
}, 60_000);

test('a file on its way out says how far it is, in its bubble, until it has arrived', async () => {
  const { page } = ana;
  await phone.fault('slowFile');
  await page
    .locator('.tk-composer input[type=file]')
    .setInputFiles([{ name: 'catalogo.jpg', mimeType: 'image/jpeg', buffer: picture }]);
  await page.getByRole('list', { name: 'Arquivos anexados' }).getByText('catalogo.jpg').waitFor();
  await page.locator('.tk-composer').getByRole('textbox', { name: 'Mensagem' }).press('Enter');
  const percent = log(page).locator('.tk-uploaded');
  await percent.waitFor({ timeout: 10_000 });
  const seen = new Set<number>();
  await expect
    .poll(
      async () => {
        const [text] = await percent.allTextContents();
        if (text) seen.add(Number.parseInt(text, 10));
        return seen.size;
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(2);
  await shot(page, 'upload-1440-light');
  await percent.waitFor({ state: 'detached', timeout: 20_000 });
  await expect.poll(async () => (await phone.received()).at(-1)?.mediaUrl, { timeout: 10_000 }).toBeTruthy();
  expect([...seen], 'it only grows').toEqual([...seen].sort((a, b) => a - b));
}, 60_000);

test('a picture that did not come says why; tried again it is there, also where it is looked at from a phone', async () => {
  const { page } = ana;
  await phone.fault('loseFile');
  await phone.send(jpeg('nota.jpg'), { body: 'E a nota fiscal' });
  const failure = page.locator('.tk-file-fail');
  await failure.getByText('Não foi possível baixar a mídia.').waitFor({ timeout: 15_000 });
  await shot(page, 'file-failed-1440-light');
  expect(await serious(page, '[role=log]')).toEqual([]);

  // From here on she looks at it on her phone.
  const small = await desk.signIn('ana', {
    width: 390,
    height: 844,
    touch: true,
    theme: 'dark',
    blank: true,
  });
  const look = small.page;
  await look.goto(`${desk.server.url}/tickets/${ticketId}`);
  const again = look.getByRole('button', { name: 'Tentar de novo' });
  await again.waitFor();
  await shot(look, 'file-failed-390-dark');
  await phone.fault('slowFile');
  // As small as on a wide screen; a finger need not hit it that exactly.
  const { x, y, width, height } = (await again.boundingBox())!;
  expect(height).toBe(24);
  await look.touchscreen.tap(x + width / 2, y - 8);
  await bubble(look, 'E a nota fiscal').getByText('Arquivo a caminho').waitFor({ timeout: 5_000 });
  await shot(look, 'file-again-390-dark');
  await bubble(look, 'E a nota fiscal')
    .getByRole('button', { name: /^Ampliar imagem/ })
    .waitFor({ timeout: 30_000 });
  await look.locator('.tk-file-fail').waitFor({ state: 'detached' });
}, 120_000);
