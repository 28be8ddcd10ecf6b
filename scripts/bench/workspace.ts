import type { Page } from 'playwright-core';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { signIn } from '../../testing/browser/people.ts';
import { type Figure, percentile, round } from './measure.ts';

/**
 * Resolves with the milliseconds of the page, not of the driver: from the press on a row to the frame after its first
 * bubble was laid out.
 */
const openRow = (page: Page, index: number): Promise<number> =>
  page.evaluate(
    (at) =>
      new Promise<number>((resolve, reject) => {
        const rows = document.querySelectorAll<HTMLAnchorElement>('.tk-rows a[data-main]');
        const row = rows[at % rows.length];
        const id = row && /\/tickets\/([^?]+)/.exec(row.getAttribute('href') ?? '')?.[1];
        if (!row || !id) return reject(new Error('no row'));
        const late = setTimeout(() => reject(new Error(`${id} did not open`)), 10_000);
        const before = document.querySelector('[role=log]');
        const began = performance.now();
        const look = new MutationObserver(() => {
          const log = document.querySelector('[role=log]');
          if (log === null || log === before || log.querySelector('[data-message]') === null) return;
          look.disconnect();
          clearTimeout(late);
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        });
        look.observe(document.body, { childList: true, subtree: true });
        row.dispatchEvent(
          new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse', button: 0 }),
        );
        row.click();
      }),
    index,
  );

/** Resolves with how many tickets are loaded by scrolling the list until there are so many. */
const loadRows = (page: Page, wanted: number): Promise<number> =>
  page.evaluate(async (many) => {
    const box = document.querySelector('.tk-tickets');
    const size = () => Number(document.querySelector('.tk-rows > li')?.getAttribute('aria-setsize') ?? 0);
    const end = performance.now() + 240_000;
    while (box && size() < many && performance.now() < end) {
      box.scrollTop = box.scrollHeight;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return size();
  }, wanted);

/** Resolves with the milliseconds from each press of a key to the frame that shows its letter. */
const typing = async (page: Page, text: string): Promise<number[]> => {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { benchKeys: times });
    document.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
      true,
    );
  });
  await page.locator('textarea').first().pressSequentially(text, { delay: 30 });
  await page.waitForTimeout(300);
  return page.evaluate(() => (window as unknown as { benchKeys: number[] }).benchKeys);
};

/** Returns what an agent feels, in a real browser on the server that was measured: opening conversations, and typing beside a long list. */
export async function workspace(
  server: { url: string },
  who: { email: string; password: string },
  listed: number,
): Promise<Figure[]> {
  // As people have it: those of the tests optimize nothing.
  const browser = await launchChromium(['--js-flags=']);
  try {
    const { page } = await signIn(browser, server, who.email, { password: who.password });
    await page.goto(`${server.url}/tickets?tab=open&half=assigned`);
    await page.getByLabel('Mostrar todos').click();
    await page.locator('.tk-rows a[data-main]').nth(8).waitFor();
    const opens: number[] = [];
    for (let row = 0; row < 24; row++) {
      opens.push(await openRow(page, (row * 3) % 9));
      await page.waitForTimeout(150);
    }
    const loaded = await loadRows(page, listed);
    const keys = await typing(page, 'Bom dia! Seu pedido saiu hoje cedo e chega amanhã até o meio-dia.');
    // The first ones load code and fonts, as on an agent's first conversation of the day.
    const warm = opens.slice(4);
    return [
      {
        name: 'ticket_open_ms',
        value: round(percentile(warm, 0.95)),
        unit: 'ms',
        target: 100,
        atMost: true,
        note: `press to painted conversation, p95 of ${warm.length}; median ${round(percentile(warm, 0.5))}, first ${round(opens[0] ?? 0)}`,
      },
      {
        name: 'typing_p99_ms',
        value: round(percentile(keys, 0.99)),
        unit: 'ms',
        target: 50,
        atMost: true,
        note: `key to its frame with ${loaded.toLocaleString('en')} tickets listed; median ${round(percentile(keys, 0.5))}`,
      },
    ];
  } finally {
    await browser.close();
  }
}
