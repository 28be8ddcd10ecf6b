import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { AuditEntry } from '../../../contract/audit.ts';
import { addMessages, createI18n } from '../../shell/i18n.ts';
import { messages as en } from './messages/en.ts';
import { messages as es } from './messages/es.ts';
import { messages as pt } from './messages/pt.ts';
import { useWords, type Words } from './words.ts';

vi.mock('../../shell/i18n.ts', async (original) => {
  const i18n = await original<typeof import('../../shell/i18n.ts')>();
  return { ...i18n, useT: () => i18n.translate, useLocale: () => 'pt' };
});

beforeAll(async () => {
  localStorage.setItem('locale', 'pt');
  await createI18n([]);
  await addMessages('audit', async () => pt);
});
beforeEach(() => vi.stubGlobal('fetch', async () => Response.json([])));
afterEach(() => vi.unstubAllGlobals());

const words = (): Words =>
  renderHook(useWords, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    ),
  }).result.current;

test.each([
  ['scheduleType', 'company', 'Empresa'],
  ['call', 'disabled', 'Recusar com mensagem'],
  ['autoCloseHours', '0', 'Nunca'],
  ['autoCloseHours', '24', 'Depois de 24 h'],
  ['trial', '1', '1 dia'],
  ['userRating', 'enabled', 'ligado'],
  ['callTemplate', 'Escreva, por favor', 'Escreva, por favor'],
])('the choice %s %s is called as where it is made: %s', (setting, given, said) => {
  expect(words().value('setting', setting, given).toLowerCase()).toBe(said.toLowerCase());
});

test('groups that are left out were not switched on', () => {
  const change = (field: string, after: string) =>
    ({ kind: 'setting', action: 'Changed', changes: [{ field, before: 'disabled', after }] }) as AuditEntry;
  const { act } = words();
  expect(act(change('CheckMsgIsGroup', 'enabled'))).toBe('mudou a opção');
  expect(act(change('userRating', 'enabled'))).not.toBe('mudou a opção');
});

test.each([
  ['contact', 'Erased', 'apagou os dados do contato'],
  ['company', 'KeysDestroyed', 'destruiu as chaves da empresa'],
  ['invoice', 'ChargeCreated', 'gerou a cobrança da fatura'],
  ['invoice', 'Priced', 'definiu o preço da fatura'],
  ['tag', 'Created', 'criou a etiqueta'],
  ['queueIntegration', 'Created', 'criou a integração de fila'],
  ['fileList', 'Deleted', 'excluiu a lista de arquivos'],
  ['prompt', 'Updated', 'mudou o prompt'],
  ['announcement', 'Created', 'criou o informativo'],
  ['webhook', 'Created', 'criou o webhook'],
])('what was done to %s by %s is said as people say it', (kind, action, said) => {
  expect(words().act({ kind, action, changes: [] } as unknown as AuditEntry)).toBe(said);
});

const settings = import.meta.glob<{ messages: Readonly<Record<string, string>> }>(
  '../settings/messages/*.ts',
  {
    eager: true,
  },
);
test.each([
  ['pt', pt],
  ['en', en],
  ['es', es],
])('options and choices have the settings page’s names in %s', (locale, own) => {
  const theirs = settings[`../settings/messages/${locale}.ts`]!.messages;
  const shared = Object.keys(own).filter((key) => theirs[key.replace('audit.setting.', 'settings.')]);
  // MK-AUTH's two keys stand there under its name.
  const named = shared.filter((key) => !/mkauth$/.test(key));
  expect(named.length).toBeGreaterThan(20);
  expect(named.map((key) => [key, own[key]])).toEqual(
    named.map((key) => [key, theirs[key.replace('audit.setting.', 'settings.')]]),
  );
});
