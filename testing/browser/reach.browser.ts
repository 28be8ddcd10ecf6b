import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withDesk } from './desk.ts';
import { dialogVisits, openMarina } from './dialogs.ts';
import { dress, seriousByDayAndNight, sizes } from './inspect.ts';
import { type Person, signIn } from './people.ts';

// What can be reached: every dialog by everybody, every control by a keyboard that sees where it is, and what is pressed
// next past whatever is announced.

const desk = withDesk();
const [wide, phoneSize] = sizes;
let admin: Person;
let page: Page;

beforeAll(async () => {
  admin = await desk.signIn('admin', { blank: true });
  page = admin.page;
  page.setDefaultTimeout(15_000);
}, 240_000);
beforeEach(() => page.setViewportSize(wide));

describe('dialogs', () => {
  test.each(dialogVisits)('$name: axe finds nothing serious in it, by day or by night', async (visit) => {
    await dress(page, { locale: 'pt', theme: 'light', size: wide });
    await visit.open(page, desk.server.url);
    const dialog = (visit.shown?.(page) ?? page.getByRole('dialog')).last();
    await dialog.waitFor();
    // Whatever has focus, it is in there.
    await expect
      .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
    expect(await seriousByDayAndNight(page, visit.region ?? '.MuiModal-root')).toEqual([]);
  });
});

test.each([
  ['reduce', false],
  ['no-preference', true],
] as const)('who asks for %s sees dialogs move in: %s', async (reducedMotion, moves) => {
  const visit = dialogVisits.find(({ name }) => name === 'own profile')!;
  await page.emulateMedia({ reducedMotion });
  try {
    await dress(page, { locale: 'pt', theme: 'light', size: wide });
    await visit.open(page, desk.server.url);
    const container = page.locator('.MuiDialog-container').last();
    await container.waitFor();
    const seconds = await container.evaluate((it) =>
      Number.parseFloat(getComputedStyle(it).transitionDuration),
    );
    expect(seconds > 0).toBe(moves);
  } finally {
    await page.emulateMedia({ reducedMotion: 'reduce' });
  }
});

/** Whether anything of the control looks different while it has the focus. */
const showsFocus = async (control: Locator): Promise<boolean> => {
  const box = await control.boundingBox();
  if (box === null) return false;
  const { width, height } = page.viewportSize() ?? wide;
  const x = Math.max(0, box.x - 8);
  const y = Math.max(0, box.y - 8);
  const clip = {
    x,
    y,
    width: Math.min(box.width + 16, width - x),
    height: Math.min(box.height + 16, height - y),
  };
  if (clip.width <= 0 || clip.height <= 0) return false;
  const focused = await page.screenshot({ clip, animations: 'disabled' });
  await control.evaluate((element) => (element as HTMLElement).blur());
  const left = await page.screenshot({ clip, animations: 'disabled' });
  await control.evaluate((element) => (element as HTMLElement).focus({ focusVisible: true } as FocusOptions));
  return !focused.equals(left);
};

/** Names of the stops of the Tab key that do not show where one is. */
const hiddenStops = async (): Promise<{ stops: number; hidden: string[] }> => {
  const hidden: string[] = [];
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.mouse.move(0, 0);
  let stops = 0;
  for (; stops < 150; stops += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return undefined;
      const again = element.hasAttribute('data-stop');
      element.setAttribute('data-stop', '');
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return {
        again,
        outlined: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
        name: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}`,
      };
    });
    if (seen === undefined || seen.again) break;
    if (seen.outlined) continue;
    await page.evaluate(() => document.activeElement?.setAttribute('data-looked', ''));
    const control = page.locator('[data-looked]');
    // What the page loads meanwhile may take the focus: looked at twice before it is said.
    if (!(await showsFocus(control)) && !(await showsFocus(control))) hidden.push(seen.name);
    await control.evaluate((element) => element.removeAttribute('data-looked'));
  }
  return { stops, hidden };
};

describe('the keyboard sees where it is', () => {
  test.each([
    '/tickets?tab=open&half=pending',
    '/',
    '/contacts',
    '/quick-messages',
    '/tags',
    '/users',
    '/queues',
    '/connections',
  ])('at every stop of %s', async (path) => {
    await page.goto(`${desk.server.url}${path}`);
    await page.locator('main').waitFor();
    await page.locator('main [aria-busy=true], main .sk').first().waitFor({ state: 'detached' });
    const { stops, hidden } = await hiddenStops();
    expect(hidden).toEqual([]);
    expect(stops).toBeGreaterThan(10);
  });

  test('at every stop of a conversation', async () => {
    await openMarina(page, desk.server.url);
    const { stops, hidden } = await hiddenStops();
    expect(hidden).toEqual([]);
    expect(stops).toBeGreaterThan(30);
  });
});

describe('nothing is cut off', () => {
  test('of the dashboard at 400 %', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(desk.server.url);
    await page.locator('.metric').first().waitFor();
    const over = await page
      .locator('.metric, .db-chart, .db-people')
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.getBoundingClientRect().right > document.documentElement.clientWidth)
          .map((part) => part.textContent?.slice(0, 30)),
      );
    expect(over).toEqual([]);
  });

  test('at 200 % a conversation to be read only has room for its words', async () => {
    const { tickets } = await desk.call<{ tickets: { id: string }[] }>(
      admin,
      'GET',
      '/tickets?status=pending&showAll=true',
    );
    await page.setViewportSize({ width: 720, height: 450 });
    await page.goto(`${desk.server.url}/tickets/${tickets[0]?.id}`);
    const words = page.locator('.tk-peek p');
    await words.waitFor();
    expect((await words.boundingBox())?.width).toBeGreaterThanOrEqual(180);
    const log = await page.getByRole('log').boundingBox();
    expect(log?.height).toBeGreaterThan(100);
  });
});

describe('what is announced lies over nothing that is pressed next', () => {
  const overlapped = async (of: Page, wanted: string): Promise<string[]> =>
    of.evaluate((selector) => {
      const toasts = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect());
      if (toasts.length === 0) return ['no toast'];
      return [...document.querySelectorAll(selector)]
        .filter((element) => {
          const box = element.getBoundingClientRect();
          return (
            box.width > 0 &&
            toasts.some(
              (toast) =>
                toast.left < box.right &&
                box.left < toast.right &&
                toast.top < box.bottom &&
                box.top < toast.bottom,
            )
          );
        })
        .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? '');
    }, wanted);

  test.each([wide, phoneSize])('of a note that was saved ($name)', async (size) => {
    const ana = await signIn(desk.browser, desk.server, 'ana', { ...size, blank: true });
    await ana.page.goto(`${desk.server.url}/tickets?tab=open&half=assigned`);
    await ana.page
      .locator('[data-row]')
      .filter({ hasText: 'Marina Coutinho' })
      .locator('[data-main]')
      .click();
    const field = ana.page.getByRole('textbox', { name: 'Mensagem' });
    await field.waitFor();
    await field.focus();
    await ana.page.locator('.tk-modes').getByRole('button', { name: 'Observação' }).click();
    const note = ana.page.getByRole('textbox', { name: 'Observação para a equipe' });
    await note.fill('Cliente pediu 8 % de desconto');
    await ana.page
      .getByRole('button', { name: 'Salvar observação' })
      .or(ana.page.locator('.tk-composer button[type=submit]'))
      .first()
      .click();
    await ana.page.locator('.toast').waitFor();
    await ana.page.waitForTimeout(400);
    expect(
      await overlapped(
        ana.page,
        '.tk-composer button, .tk-th-head button, .tk-th-head a, .tk-list button, .tk-next button, .bottom a',
      ),
    ).toEqual([]);
    // Nobody moves the pointer that has just pressed there: it goes all the same.
    await ana.page.locator('.toast').waitFor({ state: 'detached', timeout: 5_000 });
    await ana.context.close();
  });
});
