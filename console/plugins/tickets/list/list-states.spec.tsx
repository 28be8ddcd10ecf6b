import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import { createI18n } from '../../../shell/i18n.ts';
import { plugin } from '../plugin.ts';
import { readLocation } from './list-location.ts';
import { ListEmpty } from './list-states.tsx';

afterEach(cleanup);

const empty = async (queueless: boolean) => {
  const nothing = () => undefined;
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <ListEmpty
        place={readLocation(new URLSearchParams('half=pending'))}
        idle={false}
        filtered={false}
        queueless={queueless}
        onNew={nothing}
        onEveryQueue={nothing}
      />
    </I18nContextProvider>,
  );
};

test('who serves no queue is told so, and not that nobody waits', async () => {
  await empty(true);
  expect(screen.getByText('Você não está em nenhuma fila')).toBeTruthy();
  expect(screen.queryByText('Fila zerada')).toBeNull();
});

test('an empty queue is an empty queue', async () => {
  await empty(false);
  expect(screen.getByText('Fila zerada')).toBeTruthy();
});

test('a name that nobody has is looked for in what was written, with one press', async () => {
  const inMessages = vi.fn();
  const nothing = () => undefined;
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <ListEmpty
        place={readLocation(new URLSearchParams('tab=search&q=boleto'))}
        {...{ idle: false, filtered: false, onNew: nothing, onEveryQueue: nothing, onInMessages: inMessages }}
      />
    </I18nContextProvider>,
  );
  fireEvent.click(screen.getByText('Buscar nas mensagens'));
  expect(inMessages).toHaveBeenCalledTimes(1);
});
