import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorStatus } from '../domain/error-codes.ts';

const root = join(import.meta.dirname, '..');
const locales = ['pt', 'en', 'es'] as const;
type Texts = Readonly<Record<string, string>>;

const load = async (folder: string, locale: string): Promise<Texts> => {
  const module = (await import(join(folder, 'messages', `${locale}.ts`))) as { messages: Texts };
  return module.messages;
};
const folders = globSync('{console/{shell,plugins/*},channels/*/console}/messages/pt.ts', { cwd: root })
  .map((path) => join(root, dirname(dirname(path))))
  .toSorted();
const loaded = new Map<string, Record<(typeof locales)[number], Texts>>();
for (const folder of folders)
  loaded.set(folder, {
    pt: await load(folder, 'pt'),
    en: await load(folder, 'en'),
    es: await load(folder, 'es'),
  });
const all = new Set([...loaded.values()].flatMap(({ pt }) => Object.keys(pt)));

const variables = (text: string) => [...text.matchAll(/%\{(\w+)\}/g)].map((match) => match[1]);
/** The same for every form of a plural: which of them mentions the number is the language's affair. */
const needed = (text: string) =>
  [...new Set(variables(text))].filter((name) => name !== 'smart_count').toSorted();
const forms = (text: string) => text.split('||||').length;

describe.each(folders.map((folder) => [relative(root, folder), folder] as const))('%s', (_name, folder) => {
  const texts = loaded.get(folder);
  if (texts === undefined) throw new Error('not loaded');

  test.each(['en', 'es'] as const)('has in %s every text it has in Portuguese, and no other', (locale) => {
    expect(Object.keys(texts[locale]).toSorted()).toEqual(Object.keys(texts.pt).toSorted());
  });

  test.each(['en', 'es'] as const)('says in %s the same values, in as many forms', (locale) => {
    const differing = Object.keys(texts.pt).filter((key) => {
      const [here = '', there = ''] = [texts.pt[key], texts[locale][key]];
      return forms(here) !== forms(there) || needed(here).join() !== needed(there).join();
    });
    expect(differing).toEqual([]);
  });

  test('leaves no text empty', () => {
    const empty = locales.flatMap((locale) =>
      Object.entries(texts[locale]).flatMap(([key, text]) =>
        text.trim() === '' ? [`${locale} ${key}`] : [],
      ),
    );
    expect(empty).toEqual([]);
  });
});

const namespaces = [...new Set([...all].map((key) => key.slice(0, key.indexOf('.'))))];
// What names an entry (`id: 'tickets.bell'`) is no text, whatever it looks like.
const literal = new RegExp(`(?<!\\bid: )['"\`]((?:${namespaces.join('|')})\\.[\\w.]*)(\\$\\{|['"\`])`, 'g');

/** Names in the browser's storage and of slots that look like texts. */
const notTexts = new Set([
  'tickets.panel',
  'tickets.list',
  'dashboard.card',
  'dashboard.notice',
  'dashboard.foot',
  'account.dialog',
  'account.item',
  'users.tab',
  'settings.tab',
]);

/** Where the code says a key: whole, or its beginning where the rest is put in (`tickets.tab.${tab}`). */
const used = globSync('{console/{shell,plugins},channels/*/console}/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/\.(spec|browser)\.tsx?$/.test(path) && !path.includes('/messages/'))
  .flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(literal)].map((match) => ({
      path,
      key: match[1] ?? '',
      whole: match[2] !== '${',
    })),
  );

test('every text the code asks for exists', () => {
  expect(used.length).toBeGreaterThan(100);
  const missing = used.filter(({ key, whole }) =>
    whole ? !all.has(key) && !notTexts.has(key) : ![...all].some((known) => known.startsWith(key)),
  );
  expect(missing.map(({ path, key }) => `${path}: ${key}`)).toEqual([]);
});

test.each(locales)('says every code of the catalogue in %s', (locale) => {
  const texts = loaded.get(join(root, 'console/shell'))?.[locale] ?? {};
  const without = Object.keys(errorStatus).filter((code) => (texts[`errors.${code}`] ?? '').trim() === '');
  expect(without).toEqual([]);
});

test('says the spec’s own words', () => {
  const texts = Object.fromEntries(
    locales.map((locale) => [locale, Object.assign({}, ...[...loaded.values()].map((one) => one[locale]))]),
  ) as Record<(typeof locales)[number], Texts>;
  expect(texts.pt).toMatchObject({
    'errors.ERR_NO_PERMISSION': 'Acesso não permitido',
    'tickets.error.forbidden': 'Acesso não permitido',
    'shell.elsewhere': 'Sua conta foi acessada em outro computador.',
    'shell.activeUntil': 'Ativo até %{date}',
    'dashboard.filter.apply': 'Filtrar',
    'dashboard.filter.none': 'Parametrize o filtro',
    'dashboard.card.connections': 'Conexões ativas',
    'dashboard.card.companies': 'Empresas',
    'dashboard.card.open': 'Em conversa',
    'dashboard.card.pending': 'Aguardando',
    'dashboard.card.finished': 'Finalizados',
    'dashboard.card.leads': 'Novos contatos',
    'dashboard.card.talk': 'T.M. de conversa',
    'dashboard.card.wait': 'T.M. de espera',
    'dashboard.chart.users': 'Total de conversas por usuários',
    'dashboard.chart.usersFailed': 'Erro ao buscar informações dos tickets',
    'dashboard.chart.dayFailed': 'Erro ao obter informações da conversa',
    'dashboard.rating.1': 'insatisfeito',
    'dashboard.rating.2': 'satisfeito',
    'dashboard.rating.3': 'muito satisfeito',
    'tickets.tab.ticket': 'Ticket',
    'tickets.title': 'Atendimentos',
    'tickets.newDialog.queueRequired': 'Selecione uma fila',
    'tickets.message.invalidCard': 'CONTATO FORA DO WHATSAPP',
    'tickets.notes.added': 'Observação adicionada com sucesso!',
    'tickets.notes.deleted': 'Observação excluída com sucesso!',
  });
  expect(texts.pt['shell.subscription']).toContain('Sua assinatura vence em %{smart_count} dias');
  expect(texts.en).toMatchObject({
    'errors.generic': 'An error occurred!',
    'contact.error.short': 'Too Short!',
    'contact.error.long': 'Too Long!',
    'contact.error.required': 'Required',
    'contact.error.email': 'Invalid email',
    'fields.tooShort': 'Too Short!',
    'fields.tooLong': 'Too Long!',
    'fields.required': 'Required',
    'fields.invalidEmail': 'Invalid email',
  });
});
