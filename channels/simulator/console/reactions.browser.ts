import { beforeAll, expect, test } from 'vitest';
import { withDesk } from '../../../testing/browser/desk.ts';
import type { Person } from '../../../testing/browser/people.ts';

const desk = withDesk();
let admin: Person;
const page = () => admin.page;
const phone = () => page().getByRole('complementary', { name: 'Celular de teste' });
const bubble = (text: string) => phone().getByRole('listitem').filter({ hasText: text });
const log = () => page().getByRole('log');
const message = (text: string) => log().getByRole('article').filter({ hasText: text });
const wait = { timeout: 10_000 };

beforeAll(async () => {
  admin = await desk.signIn('admin');
  await page().getByRole('button', { name: 'Aceitar: Wesley Monteiro' }).click();
  await page().getByRole('button', { name: 'Celular de teste', exact: true }).click();
  await phone().getByRole('textbox', { name: 'Mensagem do cliente' }).fill('Quero comprar duas');
  await phone().getByRole('textbox', { name: 'Mensagem do cliente' }).press('Enter');
  await message('Quero comprar duas').waitFor(wait);
  await page().getByPlaceholder('Escreva uma mensagem').fill('Já separei as duas');
  await page().getByPlaceholder('Escreva uma mensagem').press('Enter');
  await bubble('Já separei as duas').waitFor(wait);
}, 240_000);

test('the customer reacts to an answer: it stands under it at once and in the list, is changed and taken back', async () => {
  const react = async (emoji: string) => {
    await bubble('Já separei as duas').getByRole('button', { name: 'Reagir como cliente' }).click();
    await page()
      .getByRole('button', { name: `Reagir com ${emoji} como cliente` })
      .click();
  };
  await react('👍');
  await message('Já separei as duas').getByRole('button', { name: '👍 de Wesley Monteiro' }).waitFor(wait);
  await page().getByText('Reagiu com 👍: Já separei as duas').first().waitFor(wait);
  await react('❤️');
  await message('Já separei as duas').getByRole('button', { name: '❤️ de Wesley Monteiro' }).waitFor(wait);
  expect(await message('Já separei as duas').getByRole('button', { name: /^👍/ }).count()).toBe(0);
  await react('❤️');
  await message('Já separei as duas')
    .getByRole('button', { name: /de Wesley/ })
    .waitFor({
      ...wait,
      state: 'detached',
    });
});

test('the agent reacts with the keyboard alone, the phone shows it, and pressed again it is gone there too', async () => {
  const asked = message('Quero comprar duas');
  const button = asked.getByRole('button', { name: 'Reagir', exact: true });
  await button.focus();
  await page().keyboard.press('Enter');
  const bar = page().getByRole('dialog', { name: 'Reagir' });
  await bar.getByRole('button', { name: 'Reagir com 🙏' }).press('Enter');
  const own = asked.getByRole('button', { name: /^🙏 de / });
  await own.waitFor(wait);
  expect(await own.getAttribute('aria-pressed')).toBe('true');
  await bubble('Quero comprar duas').getByRole('img', { name: 'Reações: 🙏' }).waitFor(wait);
  await own.click();
  await own.waitFor({ ...wait, state: 'detached' });
  await bubble('Quero comprar duas')
    .getByRole('img')
    .waitFor({ ...wait, state: 'detached' });
});

test('a reaction that the network refuses is taken back and said', async () => {
  await phone().getByRole('button', { name: 'Simular uma falha' }).click();
  const faults = page().getByRole('dialog', { name: 'Simular uma falha' });
  await faults.getByRole('radio', { name: /^Recusar/ }).check();
  await faults.getByRole('button', { name: 'Simular' }).click();
  await page().getByText('A próxima mensagem será recusada').waitFor();
  const asked = message('Quero comprar duas');
  await asked.hover();
  await asked.getByRole('button', { name: 'Reagir', exact: true }).click();
  await page().getByRole('button', { name: 'Reagir com 😢' }).click();
  await page().getByText('A reação não chegou ao contato').waitFor(wait);
  expect(await asked.getByRole('button', { name: /^😢/ }).count()).toBe(0);
});

test('votes in a poll are counted under it as they come', async () => {
  const connections = await desk.call<{ id: string; channel: string }[]>(admin, 'GET', '/whatsapp');
  const { id } = connections.find(({ channel }) => channel === 'simulator')!;
  await desk.call(admin, 'POST', `/channels/simulator/${id}/messages`, {
    ...{ number: '5592955500174', name: 'Wesley Monteiro', body: 'Que dia entregam?' },
    extra: { poll: { options: ['sexta', 'sábado'], choices: 1 } },
  });
  const poll = message('Que dia entregam?');
  await poll.getByText('Ninguém votou ainda.').waitFor(wait);
  await phone().getByRole('button', { name: 'sábado' }).click();
  await poll.getByRole('listitem').filter({ hasText: 'sábado' }).getByText('1 voto').waitFor(wait);
  await phone().getByRole('button', { name: 'sexta' }).click();
  await poll.getByRole('listitem').filter({ hasText: 'sexta' }).getByText('1 voto').waitFor(wait);
  await poll.getByRole('listitem').filter({ hasText: 'sábado' }).getByText('0 votos').waitFor(wait);
});

test('nothing of it was a complaint of the browser', () => {
  expect(admin.complaints).toEqual([]);
});
