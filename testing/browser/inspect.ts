import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { foreignTo, locales, namespaces } from './languages.ts';

export { locales };

/** The language that `dress` gave a page: one that speaks another by itself has been looked at in the wrong one. */
const chosen = new WeakMap<Page, string>();
let keyNames: Promise<string> | undefined;

/** Returns what people see or hear of a page: texts, names of controls, titles, placeholders. */
const heard = (page: Page): Promise<{ language: string; texts: string[]; sideways: number }> =>
  page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label],[title],[placeholder]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    );
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (!parentElement?.closest('script,style,noscript')) texts.push(textContent ?? '');
    }
    const { scrollWidth, clientWidth, lang } = document.documentElement;
    return {
      language: lang,
      texts: [...named, ...texts].map((text) => text.trim()).filter((text) => text !== ''),
      sideways: scrollWidth - clientWidth,
    };
  });

/**
 * Returns texts that are none of the page's language (keys instead of texts, texts of another language), and how far
 * the page can be scrolled sideways.
 * @throws when the page is in another language than `dress` gave it
 */
export const look = async (page: Page): Promise<{ keys: string[]; sideways: number }> => {
  keyNames ??= namespaces().then((names) => names.join('|'));
  const key = new RegExp(`(^|[^\\w@./-])(${await keyNames})(\\.[a-zA-Z]+)+`, 'g');
  const { language, texts, sideways } = await heard(page);
  const locale = locales.find((one) => language.startsWith(one)) ?? 'pt';
  const wanted = chosen.get(page);
  if (wanted !== undefined && wanted !== locale)
    throw new Error(`${page.url()} is in ${language}, looked for in ${wanted}`);
  const isForeign = await foreignTo(locale);
  const foreign = texts.filter(isForeign).map((text) => `not ${locale}: ${text}`);
  return { keys: [...texts.flatMap((text) => text.match(key) ?? []), ...new Set(foreign)], sideways };
};

/** Waits until nothing moves any more but what moves for ever: half faded in, every text is too pale. */
export const still = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  );
};

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** Half the size of `axe.source`, which is parsed in every document that is looked at. */
const axeSource = readFile(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

/** What a theme decides: themes are nothing but colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

interface Violation {
  readonly impact: string;
  readonly text: string;
}

/**
 * Returns what axe finds wrong on a page that has come to rest.
 * @param inside selector of the part looked at; default: all of the page
 * @param rules default: all
 * @throws when it is too empty to have been looked at
 */
export async function violations(
  page: Page,
  inside?: string,
  rules?: readonly string[],
): Promise<readonly Violation[]> {
  await still(page);
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(await axeSource);
  // Picked out where it is found: handing over all that axe says of a page takes twice as long as finding it.
  const { found, passed } = await page.evaluate(
    async ({ region, values }) => {
      const { violations, passes } = await window.axe.run(region ? { include: [[region]] } : document, {
        resultTypes: ['violations'],
        ...(values && { runOnly: { type: 'rule', values } }),
      });
      const found = violations.flatMap(({ id, impact, nodes }) =>
        nodes.map(({ target, failureSummary }) => ({
          impact: impact ?? '',
          text: `${id}: ${target.join(' ')} ${failureSummary ?? ''}`,
        })),
      );
      return { found, passed: passes.length };
    },
    { region: inside, values: rules && [...rules] },
  );
  if (rules === undefined && passed <= (inside === undefined ? 10 : 5))
    throw new Error(`nothing to look at on ${page.url()}`);
  return found;
}

/** Returns what of the violations is serious or critical. */
export const serious = async (...looked: Parameters<typeof violations>): Promise<string[]> =>
  (await violations(...looked))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ text }) => text);

/**
 * Returns what axe finds serious by day, and of colours by night, on the page as it stands. Leaves the theme it came in.
 */
export const seriousByDayAndNight = async (page: Page, inside?: string): Promise<string[]> => {
  const wear = (theme: string) =>
    page.evaluate((name) => {
      const { dataset } = document.documentElement;
      const before = dataset.theme ?? 'light';
      dataset.theme = name;
      return before;
    }, theme);
  const found: string[] = [];
  const first = await wear('light');
  for (const [at, theme] of themes.entries()) {
    await wear(theme);
    const rules = at === 0 ? undefined : colourRules;
    found.push(...(await serious(page, inside, rules)).map((text) => `${theme} ${text}`));
  }
  await wear(first);
  return found;
};

export const sizes = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
] as const;
export const themes = ['light', 'dark'] as const;

/** Language and theme for the page's next load. */
export const dress = async (
  page: Page,
  { locale, theme, size }: { locale: string; theme: string; size: { width: number; height: number } },
): Promise<void> => {
  await page.setViewportSize(size);
  chosen.set(page, locale);
  await page.evaluate(
    ([language, mode]) => {
      localStorage.setItem('locale', language);
      localStorage.setItem('preferredTheme', mode);
    },
    [locale, theme] as const,
  );
};
