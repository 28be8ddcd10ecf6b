import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import type { CompanyView } from '../../../contract/company.ts';
import { withDesk } from '../../../testing/browser/desk.ts';
import { look, serious, seriousByDayAndNight } from '../../../testing/browser/inspect.ts';
import { newestLetter } from '../../../testing/browser/letters.ts';

const desk = withDesk();
const own = 'girassol amarelo 73';

const letterTo = (address: string) => newestLetter(desk.server.dataDir, address);
const visitor = async (more: object = {}) => {
  const context = await desk.browser.newContext({
    locale: 'pt-BR',
    timezoneId: 'America/Manaus',
    viewport: { width: 1440, height: 900 },
    ...more,
  });
  return { context, page: await context.newPage() };
};
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

test('from the sign-up to the checklist, and from an invitation to the first login', async () => {
  const root = await desk.signIn('admin@localhost', { blank: true });
  for (const name of ['Básico', 'Profissional'])
    await desk.call(root, 'POST', '/plans', { name, value: 99.9, users: 5, connections: 2, queues: 5 });
  await desk.call(root, 'POST', '/plans', { name: 'Cortesia', value: 0, users: 1 });
  await desk.call(root, 'POST', '/plans', { name: 'Da casa', users: 1, useInternal: false });

  const { context, page } = await visitor();
  // Where the platform takes nobody the page leads back, and no link leads to it.
  await page.goto(`${desk.server.url}/signup`);
  await page.waitForURL(/\/login$/);
  expect(await page.getByText('Ainda não tem conta?').count()).toBe(0);
  const set = (key: string, value: string) => desk.call(root, 'PUT', `/settings/${key}`, { key, value });
  const toSignUp = page.getByRole('link', { name: 'Cadastrar empresa' });
  await set('viewregister', 'enabled');
  await page.reload();
  // The link and the page have a setting each.
  await toSignUp.click();
  await page.waitForURL(/\/login$/);
  await toSignUp.waitFor();
  await set('allowregister', 'enabled');
  await page.reload();
  await toSignUp.click();
  // By the address that a company gave them which knows the product.
  const friend = await desk.call<{ companyId: string }>(root, 'GET', '/auth/me');
  await page.goto(`${desk.server.url}/signup?companyId=${friend.companyId}`);

  await field(page, 'Nome da empresa').fill('A');
  await field(page, 'Telefone').pressSequentially('11955500166999');
  expect(await field(page, 'Telefone').inputValue()).toBe('(11) 95550-0166');
  await page.getByRole('button', { name: 'Criar conta e começar o teste' }).click();
  await page.getByText('Muito curto').waitFor();
  expect(await page.getByRole('alert').allTextContents()).toEqual([
    ...['Muito curto', 'Obrigatório', 'Obrigatório', 'Obrigatório'],
  ]);
  // The first that is wrong has the keyboard.
  const company = field(page, 'Nome da empresa');
  await expect.poll(() => company.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await serious(page)).toEqual([]);
  await field(page, 'Nome da empresa').fill('Ateliê Três Marias');
  await field(page, 'E-mail').fill('bia@tresmarias.example');
  await field(page, 'Senha').fill('senha123');
  expect(await page.getByText('Da casa').count()).toBe(0);
  // What costs nothing is no trial, and nobody is told to pay for it.
  await page.getByText('Cortesia', { exact: true }).click();
  await page.getByText('Este plano não custa nada e não tem data para acabar.').waitFor();
  await page.getByRole('button', { name: 'Criar conta', exact: true }).waitFor();
  expect(await page.getByText(/Paga por Pix/).count()).toBe(0);
  await page.getByText('Profissional', { exact: true }).click();
  await page.getByText(/Paga por Pix/).waitFor();
  await page.getByText('5 usuários, 2 conexões, 5 filas').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Senha comum ou fácil de adivinhar').waitFor();
  await field(page, 'Senha').fill(own);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/login$/);
  await page.getByText('Empresa cadastrada com sucesso! Faça seu login.').waitFor();
  expect(await field(page, 'E-mail').inputValue()).toBe('bia@tresmarias.example');
  const { companies } = await desk.call<{ companies: CompanyView[] }>(
    root,
    'GET',
    '/companies?searchParam=ateli%C3%AA',
  );
  expect(companies).toMatchObject([
    {
      name: 'Ateliê Três Marias',
      email: 'bia@tresmarias.example',
      phone: '11955500166',
      plan: { name: 'Profissional' },
    },
  ]);
  await root.page.goto(`${desk.server.url}/settings/companies`);
  const made = root.page.getByRole('row').filter({ hasText: 'Ateliê Três Marias' });
  await made.getByText('Indicada por outra empresa').waitFor();
  await field(page, 'Senha').fill(own);
  await page.keyboard.press('Enter');

  // A company that has nothing begins beside its conversations.
  await page.waitForURL(/\/tickets$/);
  const card = page.getByRole('region', { name: 'Do cadastro à primeira resposta' });
  await card.getByText('0 de 5 feitos. Faltam uns 11 minutos.').waitFor();
  await page.getByText(/^Teste até \d\d\/\d\d\/\d{4}$/).waitFor();
  expect(await serious(page)).toEqual([]);
  const bia = { page, context, complaints: [] };
  await desk.call(bia, 'POST', '/whatsapp', { name: 'Ateliê', channel: 'simulator' });
  await card.getByText(/1 de 5 feitos/).waitFor({ timeout: 30_000 });
  await desk.call(bia, 'POST', '/queue', { name: 'Encomendas', color: '#4073d5' });
  await card.getByText(/2 de 5 feitos/).waitFor({ timeout: 30_000 });
  await card.getByLabel('E-mail do colega').fill('joana.telles@tresmarias.example');
  await card.getByRole('button', { name: 'Convidar' }).click();
  await card.getByText('3 de 5 feitos. Faltam uns 5 minutos.').waitFor();
  await card.getByRole('button', { name: 'Usar 8h às 18h' }).click();
  await card.getByText(/4 de 5 feitos/).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await look(page)).toEqual({ keys: [], sideways: 0 });
  expect(await serious(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await card.getByRole('button', { name: 'Abrir celular de teste' }).click();
  const waiting = await vi.waitFor(
    async () => {
      const list = '/tickets?status=pending&showAll=true';
      const [ticket] = (await desk.call<{ tickets: { id: string }[] }>(bia, 'GET', list)).tickets;
      if (ticket === undefined) throw new Error('nobody has written yet');
      return ticket;
    },
    { timeout: 20_000, interval: 200 },
  );
  const me = await desk.call<{ id: string }>(bia, 'GET', '/auth/me');
  await desk.call(bia, 'PUT', `/tickets/${waiting.id}`, { status: 'open', userId: me.id });
  await card.waitFor({ state: 'detached', timeout: 30_000 });
  await page.goto(`${desk.server.url}/users`);
  await page.getByText('convidado', { exact: true }).waitFor();

  // The colleague follows their link, on a phone.
  const letter = await letterTo('joana.telles@tresmarias.example');
  expect(letter.subject).toBe('Ateliê Três Marias convidou você para o Balcão de Ateliê Três Marias');
  const link = /https?:\/\/\S+\/convite\/\S+/.exec(letter.text ?? '')?.[0] ?? '';
  const { context: phone, page: joana } = await visitor({ viewport: { width: 390, height: 844 } });
  await joana.goto(link);
  await joana.getByRole('heading', { name: 'Olá, Joana Telles!' }).waitFor();
  expect(await serious(joana)).toEqual([]);
  await field(joana, 'Senha').fill(own);
  await field(joana, 'Confirmar senha').fill(`${own}4`);
  await joana.keyboard.press('Enter');
  await joana.getByText('As senhas não correspondem').waitFor();
  await field(joana, 'Confirmar senha').fill(own);
  await joana.keyboard.press('Enter');
  await joana.getByText('Senha salva. Agora é só entrar.').waitFor();
  expect(await field(joana, 'E-mail').inputValue()).toBe('joana.telles@tresmarias.example');
  await field(joana, 'Senha').fill(own);
  await joana.keyboard.press('Enter');
  await joana.waitForURL(/\/tickets/);
  // It is good once, also for who is signed in.
  await joana.goto(link);
  await joana.getByText('Este link já foi usado ou venceu. Peça outro.').waitFor();
  await phone.close();
  await context.close();
}, 240_000);

test('the sign-up in three languages, wide and on a phone: no raw keys, nothing sideways, by day and by night', async () => {
  const { context, page } = await visitor();
  for (const [locale, title] of [
    ['Português', 'Cadastrar empresa'],
    ['English', 'Sign up a company'],
    ['Español', 'Registrar empresa'],
  ] as const)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${desk.server.url}/signup`);
      await page.getByRole('button', { name: locale }).click();
      await page.getByRole('heading', { name: title, level: 2 }).waitFor();
      expect(await look(page), `${locale} ${width}`).toEqual({ keys: [], sideways: 0 });
      expect(await seriousByDayAndNight(page), `${locale} ${width}`).toEqual([]);
    }
  await context.close();
}, 120_000);
