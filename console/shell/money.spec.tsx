import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useMoney } from './money.ts';

let locale = 'pt';
vi.mock('./i18n.ts', async (original) => ({
  ...(await original<typeof import('./i18n.ts')>()),
  useLocale: () => locale,
}));

test.each([
  ['pt', 'R$ 1.349,90'],
  ['en', 'R$1,349.90'],
  ['es', '1349,90 R$'],
])('amounts are reais by their sign in %s', (language, written) => {
  locale = language;
  const { result } = renderHook(useMoney);
  expect(result.current(1349.9).replace(/\s/g, ' ')).toBe(written);
});
