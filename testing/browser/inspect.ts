import { globSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const root = join(import.meta.dirname, '../..');

/** First words of the keys of all texts: `tickets` of `tickets.menu`. */
const namespaces = async (): Promise<string> => {
  const found = new Set(['ra']);
  for (const path of globSync('{console/{shell,plugins/*},channels/*/console}/messages/pt.ts', {
    cwd: root,
  })) {
    const { messages } = (await import(join(root, path))) as { messages: Readonly<Record<string, string>> };
    for (const key of Object.keys(messages)) found.add(key.split('.')[0] as string);
  }
  return [...found].join('|');
};
let names: Promise<string> | undefined;

/** Keys of texts that people see or hear instead of the texts, and how far the page can be scrolled sideways. */
export const look = async (page: Page): Promise<{ keys: string[]; sideways: number }> => {
  names ??= namespaces();
  return page.evaluate(
    (first) => {
      const key = new RegExp(`(^|[^\\w@./-])(${first})(\\.[a-zA-Z]+)+`, 'g');
      const texts = [document.body.textContent ?? ''];
      for (const element of document.querySelectorAll('[aria-label],[title],[placeholder]'))
        for (const name of ['aria-label', 'title', 'placeholder'])
          texts.push(element.getAttribute(name) ?? '');
      const { scrollWidth, clientWidth } = document.documentElement;
      return { keys: texts.flatMap((text) => text.match(key) ?? []), sideways: scrollWidth - clientWidth };
    },
    await names,
  );
};

/**
 * What axe finds serious or critical.
 * @param inside selector of the part looked at; default: all of the page
 * @throws when it is too empty to have been looked at
 */
export const serious = async (page: Page, inside?: string): Promise<string[]> => {
  const axe = new AxeBuilder({ page });
  const { violations, passes } = await (inside === undefined ? axe : axe.include(inside)).analyze();
  if (passes.length <= (inside === undefined ? 10 : 5))
    throw new Error(`nothing to look at on ${page.url()}`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    );
};

export const sizes = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
] as const;
export const themes = ['light', 'dark'] as const;
export const locales = ['pt', 'en', 'es'] as const;

/** Language and theme for the page's next load. */
export const dress = async (
  page: Page,
  { locale, theme, size }: { locale: string; theme: string; size: { width: number; height: number } },
): Promise<void> => {
  await page.setViewportSize(size);
  await page.evaluate(
    ([language, mode]) => {
      localStorage.setItem('locale', language);
      localStorage.setItem('preferredTheme', mode);
    },
    [locale, theme] as const,
  );
};
