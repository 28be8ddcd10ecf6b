import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import { serious } from '../../../testing/browser/inspect.ts';
import type { Person } from '../../../testing/browser/people.ts';

const desk = withDesk();
let admin: Person;
let page: Page;

const [kept, gone] = ['Wanda Primeira', 'Wanda Segunda'];
const numbers: Readonly<Record<string, string>> = { [kept]: '5511955508201', [gone]: '5511955508202' };
const ids: Record<string, string> = {};

beforeAll(async () => {
  admin = await desk.signIn('admin');
  ({ page } = admin);
}, 240_000);

interface Ticket {
  readonly id: string;
  readonly status: string;
  readonly contact: { readonly id: string; readonly name: string };
}
const call = <T>(method: string, path: string, body?: unknown) => desk.call<T>(admin, method, path, body);
const dialog = () => page.getByRole('dialog');
const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const ticketsOf = async (name: string): Promise<readonly Ticket[]> =>
  (await call<{ tickets: Ticket[] }>('GET', `/tickets?showAll=true&contactId=${ids[name]}`)).tickets;

/** A message of theirs, and the ticket that it is in. */
async function writes(name: string, body: string): Promise<void> {
  const [connection] = await call<{ id: string }[]>('GET', '/whatsapp');
  const number = numbers[name];
  await call('POST', `/channels/simulator/${connection?.id}/messages`, {
    ...{ number, name, body, id: `${number}-${body}` },
  });
  const said = async () => {
    const { tickets } = await call<{ tickets: (Ticket & { lastMessage: string })[] }>(
      ...(['GET', '/tickets?status=pending&showAll=true'] as const),
    );
    return tickets.map(({ lastMessage, contact }) => `${contact.name}: ${lastMessage}`).join('\n');
  };
  await expect.poll(said, { timeout: 10_000 }).toMatch(new RegExp(`Wanda [A-Za-z]+: ${body}`));
}

/** By hand: the second into the first, whose name stays. */
async function merge(): Promise<void> {
  await page.goto(`${desk.server.url}/contacts?search=wanda`);
  await row(kept)
    .getByRole('button', { name: `Mais ações: ${kept}` })
    .click();
  await page.getByRole('menuitem', { name: `Unir ${kept} a outro contato` }).click();
  await dialog().getByText('Por 30 dias é possível desfazer', { exact: false }).waitFor();
  await dialog().getByRole('searchbox', { name: 'Buscar o outro contato' }).fill('wanda seg');
  await dialog()
    .getByRole('button', { name: new RegExp(gone) })
    .click();
  await dialog().getByRole('button', { name: 'Unir', exact: true }).click();
  await page.getByText('Contatos unidos').waitFor();
  await row(gone).waitFor({ state: 'detached' });
}
const both = async () => {
  await page.getByText('A união foi desfeita: são dois contatos de novo').waitFor();
  for (const name of [kept, gone]) await row(name).waitFor();
};
const openKept = () => row(kept).getByRole('button', { name: kept, exact: true }).click();

test('a merge is undone by its toast: both are there, with their tickets', async () => {
  for (const [name, number] of Object.entries(numbers)) {
    ids[name] = (await call<{ id: string }>('POST', '/contacts', { name, number })).id;
    await writes(name, 'bom dia');
  }
  await merge();
  await expect.poll(async () => (await ticketsOf(kept)).length).toBe(2);
  await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
  await both();
  for (const name of [kept, gone]) {
    const tickets = await ticketsOf(name);
    expect(tickets.map(({ contact }) => contact.name)).toEqual([name]);
  }
});

test('the contact says who became part of it; undone after a question, the ticket names its contact again', async () => {
  await merge();
  await openKept();
  await dialog()
    .getByText(new RegExp(`Unido com ${gone} em \\d\\d/\\d\\d/\\d{4}`))
    .waitFor();
  await dialog().getByRole('button', { name: 'Desfazer', exact: true }).click();
  await page.getByText(`${gone} volta a ser um contato`, { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Desfazer a união' }).click();
  await both();
  await dialog().waitFor({ state: 'detached' });
  const [ticket] = await ticketsOf(gone);
  await page.goto(`${desk.server.url}/tickets/${ticket?.id}`);
  await page.getByRole('button', { name: new RegExp(`${gone}: Dados do contato`) }).waitFor();
  await page.goto(`${desk.server.url}/tickets/${ticket?.id}/history`);
  await page.getByText('desfez a união', { exact: false }).first().waitFor();
});

test.each(['light', 'dark'] as const)(
  'where both wrote in one ticket it says why not, %s, also on a phone',
  async (theme) => {
    await page.emulateMedia({ colorScheme: theme });
    if (theme === 'light') {
      await merge();
      await writes(gone, 'e o meu pedido?');
      await writes(kept, 'sou outra pessoa');
    }
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      await page.goto(`${desk.server.url}/contacts?search=wanda`);
      await openKept();
      await dialog().getByText('Os dois escreveram no mesmo atendimento', { exact: false }).waitFor();
      expect(await dialog().getByRole('button', { name: 'Desfazer', exact: true }).isDisabled()).toBe(true);
      expect(await serious(page)).toEqual([]);
      const wide = await dialog().evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(wide).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  },
);
