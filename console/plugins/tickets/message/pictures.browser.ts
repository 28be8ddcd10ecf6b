import { deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withDesk } from '../../../../testing/browser/desk.ts';
import { fingerOn } from '../../../../testing/browser/finger.ts';
import { serious } from '../../../../testing/browser/inspect.ts';

const desk = withDesk();

const crc = (bytes: Buffer) => {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
};
const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
};
/** A picture of one colour with a frame, so that a cut edge is seen. */
const png = (width: number, height: number, [red, green, blue]: readonly [number, number, number]) => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const edge = x < 4 || y < 4 || x >= width - 4 || y >= height - 4;
      rows.set(edge ? [20, 20, 20] : [red, green, blue], y * (width * 3 + 1) + 1 + x * 3);
    }
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
const files = [
  { name: 'larga.png', mimeType: 'image/png', buffer: png(1200, 700, [160, 80, 140]) },
  { name: 'comprovante.png', mimeType: 'image/png', buffer: png(300, 1800, [80, 140, 90]) },
  { name: 'pequena.png', mimeType: 'image/png', buffer: png(60, 40, [200, 120, 60]) },
];
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Imagens da conversa' });
const title = (page: Page) => viewer(page).locator('.tk-viewer-title');
const shot = async (page: Page, name: string) => {
  const folder = process.env.SCREENS;
  await page.waitForTimeout(400);
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

test('pictures are whole in the thread, and looked at one after the other, closely, with keys and fingers', async () => {
  const ana = await desk.signIn('ana', { blank: true });
  const { tickets } = await desk.call<{ tickets: { id: string }[] }>(ana, 'GET', '/tickets?status=open');
  const id = tickets[0]!.id;
  const { page } = ana;
  await page.goto(`${desk.server.url}/tickets/${id}`);
  const opens = page.getByRole('button', { name: /^Ampliar imagem/ });
  await page.getByRole('log').locator('[data-message]').first().waitFor();
  const before = await opens.count();
  for (const [at, file] of files.entries()) {
    await page.locator('.tk-composer input[type=file]').setInputFiles([file]);
    await page.getByRole('list', { name: 'Arquivos anexados' }).getByText(file.name).waitFor();
    await page.locator('.tk-composer').getByRole('textbox', { name: 'Mensagem' }).press('Enter');
    await expect.poll(() => opens.count(), { timeout: 10_000 }).toBe(before + at + 1);
  }
  // Whole: nothing of a tall one is cut, and no box is higher than the screen's half.
  for (const box of await page.locator('.tk-pic').all()) {
    expect((await box.boundingBox())!.height).toBeLessThanOrEqual(361);
    expect(await box.locator('img').evaluate((img) => getComputedStyle(img).objectFit)).toBe('scale-down');
  }
  await shot(page, 'thread-1440');
  const first = page.getByRole('button', { name: 'Ampliar imagem: larga.png' });
  await first.click();
  await viewer(page).waitFor();
  await title(page).getByText('larga.png').waitFor();
  await title(page)
    .getByText(`${before + 1} de ${before + 3}`)
    .waitFor();
  await shot(page, 'viewer-1440-light');
  expect(await serious(page, '.tk-viewer')).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await title(page).getByText('comprovante.png').waitFor();
  await shot(page, 'viewer-1440-tall');
  await viewer(page).getByRole('button', { name: 'Ampliar' }).click();
  await expect
    .poll(() => viewer(page).getByRole('button', { name: 'Reduzir' }).isEnabled(), { timeout: 10_000 })
    .toBe(true);
  await shot(page, 'viewer-1440-zoomed');
  const download = page.waitForEvent('download');
  await viewer(page).getByRole('button', { name: 'Baixar imagem' }).click();
  expect((await download).suggestedFilename()).toBe('comprovante.png');
  // What lies behind is not moved by keys meanwhile.
  await page.keyboard.press('Alt+J');
  expect(new URL(page.url()).pathname).toBe(`/tickets/${id}`);
  await page.keyboard.press('Escape');
  await viewer(page).waitFor({ state: 'detached' });
  await expect.poll(() => first.evaluate((button) => button === document.activeElement)).toBe(true);

  const phone = await desk.signIn('ana', {
    width: 390,
    height: 844,
    touch: true,
    theme: 'dark',
    blank: true,
  });
  await phone.page.goto(`${desk.server.url}/tickets/${id}`);
  await phone.page.getByRole('button', { name: 'Ampliar imagem: pequena.png' }).click();
  await title(phone.page).getByText('pequena.png').waitFor();
  await shot(phone.page, 'viewer-390-dark-small');
  const finger = await fingerOn(phone.page);
  await finger.press(80, 420);
  await finger.drawTo(330, 420);
  await finger.lift();
  await title(phone.page).getByText('comprovante.png').waitFor({ timeout: 10_000 });
  await shot(phone.page, 'viewer-390-dark-tall');
  await viewer(phone.page).getByRole('button', { name: 'Fechar' }).click();
  await viewer(phone.page).waitFor({ state: 'detached' });
  await shot(phone.page, 'thread-390-dark');
  // The way back closes what lies over the conversation, not the conversation.
  await phone.page.getByRole('button', { name: 'Ampliar imagem: pequena.png' }).click();
  await title(phone.page).getByText('pequena.png').waitFor();
  await phone.page.goBack();
  await viewer(phone.page).waitFor({ state: 'detached' });
  expect(new URL(phone.page.url()).pathname).toBe(`/tickets/${id}`);
}, 240_000);
