import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import { dress, look, serious, sizes, themes } from '../../../testing/browser/inspect.ts';
import { openidClient, startOpenidProvider } from '../../../testing/openid/provider.ts';

/** A port that is free now: the provider has to know ours, and we the provider's. */
const port = await new Promise<number>((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = server.address() as AddressInfo;
    server.close(() => resolve(free));
  });
});
const publicUrl = `http://127.0.0.1:${port}`;
const provider = await startOpenidProvider(`${publicUrl}/api/auth/oidc/callback`);
const desk = withDesk({
  env: {
    ...{ PORT: String(port), PUBLIC_URL: publicUrl, OIDC_ISSUER: provider.issuer, OIDC_LABEL: 'Casa Lume' },
    ...{ OIDC_CLIENT_ID: openidClient.clientId, OIDC_CLIENT_SECRET: openidClient.clientSecret },
  },
});

test('an admin sees who comes, from where, without a reload, and ends a session: its page says so', async () => {
  const admin = await desk.signIn('admin', { blank: true });
  await admin.page.goto(`${desk.server.url}/users`);
  await admin.page.getByRole('tab', { name: 'Sessões' }).click();
  const row = admin.page.getByRole('row').filter({ hasText: 'Bruno' });
  await admin.page.getByText('esta sessão', { exact: true }).waitFor();
  expect(await row.count()).toBe(0);
  const bruno = await desk.signIn('bruno');
  await row.getByText('127.0.0.1').waitFor();
  await row.getByText(/Chrom/).waitFor();
  for (const size of sizes)
    for (const theme of themes) {
      await dress(admin.page, { locale: 'pt', theme, size });
      await admin.page.reload();
      await row.getByText('127.0.0.1').waitFor();
      await expect.poll(() => serious(admin.page), { timeout: 10_000 }).toEqual([]);
      expect(await look(admin.page)).toEqual({ keys: [], sideways: 0 });
    }
  await row.getByRole('button', { name: 'Encerrar a sessão de Bruno' }).click();
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click();
  await bruno.page.waitForURL(/\/login/);
  await bruno.page.getByText('Um administrador encerrou a sua sessão. Entre de novo.').waitFor();
  await row.waitFor({ state: 'detached' });
});

test('somebody signs in by the provider, and a stranger to us is told why not', async () => {
  const context = await desk.browser.newContext({ locale: 'pt-BR' });
  const page = await context.newPage();
  const go = async () => {
    await page.goto(`${publicUrl}/login`);
    await page.getByRole('link', { name: 'Entrar com Casa Lume' }).click();
  };
  provider.signsIn({ sub: 'stranger', email: 'stranger@example.org', email_verified: true });
  await go();
  await page.getByText('Nenhum usuário daqui tem o e-mail confirmado').waitFor();
  await page.waitForURL(/\/login/);
  await context.clearCookies();
  provider.signsIn({ sub: 'ana', email: 'ana@demo.example', email_verified: true });
  await go();
  await page.waitForURL(/\/tickets/);
  expect(page.url()).not.toContain('token');
  // An admin forgets whose account it is: another of this address takes its place.
  const admin = await desk.signIn('admin');
  await admin.page.goto(`${publicUrl}/users`);
  await admin.page.getByRole('button', { name: 'Desvincular Ana do provedor' }).click();
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Desvincular' }).click();
  await admin.page.getByText('Conta do provedor desvinculada.').waitFor();
  await admin.page
    .getByRole('button', { name: 'Desvincular Ana do provedor' })
    .waitFor({ state: 'detached' });
  await context.clearCookies();
  provider.signsIn({ sub: 'ana-anew', email: 'ana@demo.example', email_verified: true });
  await page.evaluate(() => localStorage.clear());
  await go();
  await page.waitForURL(/\/tickets/);
  await context.close();
});
