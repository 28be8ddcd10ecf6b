import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { createI18n } from '../i18n.ts';
import { DayField } from './day-field.tsx';

vi.mock('../i18n.ts', async (original) => {
  const i18n = await original<typeof import('../i18n.ts')>();
  return { ...i18n, useT: () => i18n.translate };
});

beforeAll(async () => {
  localStorage.setItem('locale', 'pt');
  await createI18n([]);
});

const Held = ({ first, told, max }: { first: string; told: string[]; max?: string | undefined }) => {
  const [value, setValue] = useState(first);
  const change = (day: string) => {
    told.push(day);
    setValue(day);
  };
  return <DayField aria-label="Dia" value={value} onChange={change} {...(max && { max })} />;
};

const field = (first: string, max?: string) => {
  const told: string[] = [];
  const { unmount } = render(<Held first={first} told={told} max={max} />);
  const input = screen.getByLabelText<HTMLInputElement>('Dia');
  const type = (value: string) => fireEvent.change(input, { target: { value } });
  return { input, told, type, unmount };
};

test('a day is read and written as dd/MM/yyyy, whatever the browser speaks', () => {
  const { input, told, type, unmount } = field('2026-11-21');
  expect(input.value).toBe('21/11/2026');
  type('01122026');
  expect(input.value).toBe('01/12/2026');
  type('2027-01-02');
  expect(input.value).toBe('02/01/2027');
  type('');
  expect(told).toEqual(['2026-12-01', '2027-01-02', '']);
  unmount();
});

test('half a day changes nothing, is marked when it is left, and keeps its form from being sent', () => {
  const { input, told, type, unmount } = field('2026-11-21');
  type('31/02/2026');
  expect(told).toEqual([]);
  expect(input.getAttribute('aria-invalid')).toBe('false');
  fireEvent.blur(input);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(input.validationMessage).toBe('Escreva como dd/mm/aaaa');
  type('28/02/2026');
  expect([input.validationMessage, told]).toEqual(['', ['2026-02-28']]);
  unmount();
});

test('a day after the latest is told, and refused in words', () => {
  const { input, type, unmount } = field('', '2026-11-21');
  type('22/11/2026');
  expect(input.validationMessage).toBe('No máximo 21/11/2026');
  unmount();
});
