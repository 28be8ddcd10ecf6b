import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import type { ContactView } from '../../../contract/contact.ts';
import { createI18n } from '../../shell/i18n.ts';
import { PersonalDialog } from './personal-dialog.tsx';
import { plugin } from './plugin.ts';

const saved: { name: string; size: number }[] = [];
vi.mock('../../shell/save-file.ts', () => ({
  saveFile: ({ size }: Blob, name: string) => void saved.push({ name, size }),
}));
let answer = () => new Response('an archive');
const asked: string[] = [];
vi.stubGlobal('fetch', async (url: string) => {
  asked.push(url);
  return answer();
});
afterEach(cleanup);

const show = async () => {
  const onErase = vi.fn();
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <PersonalDialog
        contact={{ id: 'c1', name: 'Maria', number: '5511944440010' } as ContactView}
        onErase={onErase}
        onClose={() => {}}
      />
    </I18nContextProvider>,
  );
  await screen.findByRole('dialog', { name: 'Dados pessoais de Maria' });
  return onErase;
};

test('all data of a person are saved as one archive by their name', async () => {
  await show();
  fireEvent.click(screen.getByRole('button', { name: 'Exportar tudo (.zip)' }));
  await vi.waitFor(() => expect(saved).toEqual([{ name: 'Maria.zip', size: 10 }]));
  expect(asked).toEqual(['/api/contacts/c1/export']);
});

test('what could not be exported saves nothing, and may be tried again', async () => {
  answer = () => Response.json({ error: 'ERR_UNAVAILABLE', message: '' }, { status: 503 });
  saved.length = 0;
  await show();
  fireEvent.click(screen.getByRole('button', { name: 'Exportar tudo (.zip)' }));
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Exportar tudo (.zip)' })).toHaveProperty('disabled', false),
  );
  expect(saved).toEqual([]);
});

test('erasing is a step of its own, which asks for the number', async () => {
  const onErase = await show();
  fireEvent.click(screen.getByRole('button', { name: 'Apagar os dados…' }));
  expect(onErase).toHaveBeenCalled();
});
