import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { type ComponentProps, useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createI18n } from '../../../shell/i18n.ts';
import { beginSession, endSession } from '../../../shell/session-store.ts';
import { Toasts } from '../../../shell/ui/toasts.tsx';
import { ConversationContext } from '../conversation/open-conversation.ts';
import { keys } from '../live-cache/keys.ts';
import type { Writing } from '../message/use-message-actions.ts';
import type { Outgoing } from '../outbox/outbox.ts';
import { plugin } from '../plugin.ts';
import { aMessage, aTicket } from '../ticket/fixtures.ts';
import { Composer } from './composer.tsx';

const catalogue = {
  ...{ id: 'q1', shortcode: 'catalogo', message: 'Segue', isMedia: true },
  ...{ mediaPath: 'm1', mediaName: 'catalogo.png', mediaPathUrl: '/media/m1' },
};
const sent = vi.fn<(message: Omit<Outgoing, 'state'>) => void>();
const ended = vi.fn();
let come: (file: Response) => void;
let edit: () => void;
/** Goes to another ticket, and back. */
let leave: (isLeft: boolean) => void;
/** Ends what takes too long. */
let late: AbortController;
let limit: MockInstance<typeof AbortSignal.timeout>;

/** The thread's part of the conversation, and which of its messages is being edited. */
function Conversation({ ticketId }: { readonly ticketId: string }) {
  const [isLeft, setLeft] = useState(false);
  leave = setLeft;
  const [writing, setWriting] = useState<Writing>();
  edit = () => setWriting({ kind: 'edit', message: aMessage({ fromMe: true, body: 'Bom dia' }) });
  const outbox = { add: sent, store: createStore<readonly Outgoing[]>(() => []) };
  const doing = { writing, endWriting: ended, edit };
  const value = {
    ...{ ticket: aTicket({ id: ticketId, status: 'open', userId: 'ana' }), open: true },
    ...{ thread: { messages: [], outbox }, doing },
  };
  return (
    <ConversationContext.Provider
      value={value as unknown as ComponentProps<typeof ConversationContext.Provider>['value']}
    >
      {isLeft ? null : <Composer />}
    </ConversationContext.Provider>
  );
}

let tickets = 0;
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Mensagem' });
const press = (key: string) => fireEvent.keyDown(field(), { key });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const waits = () => screen.getByRole('button', { name: 'Enviar' }).getAttribute('aria-disabled') === 'true';
const file = () => new Response('png');
const comes = (answer: Response) => act(async () => come(answer));
/** Files that stand attached, by name. */
const attached = () => screen.queryAllByText('catalogo.png').length;

async function show(cache: QueryClient) {
  render(
    <QueryClientProvider client={cache}>
      <I18nContextProvider value={await createI18n([plugin])}>
        <MemoryRouter>
          {/* Of a ticket of its own: what is attached is kept for the life of the page. */}
          <Conversation ticketId={`t${++tickets}`} />
          <Toasts />
        </MemoryRouter>
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  fireEvent.focus(field());
}

beforeEach(async () => {
  localStorage.clear();
  sent.mockClear();
  late = new AbortController();
  limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  vi.stubGlobal('fetch', (url: string, options?: RequestInit) =>
    url.endsWith('/media/m1')
      ? new Promise<Response>((resolve, reject) => {
          come = resolve;
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
        })
      : new Promise<Response>(() => undefined),
  );
  beginSession({
    ...{ id: 'ana', name: 'Ana', companyId: 'c', profile: 'user', queues: [] },
    company: { id: 'c', timeZone: 'America/Sao_Paulo', flags: [], settings: [] },
  } as unknown as Parameters<typeof beginSession>[0]);
  const cache = new QueryClient();
  cache.setQueryData(keys.quickMessages, [catalogue]);
  cache.setQueryData(['version'], { maxUploadBytes: 1_000 });
  await show(cache);
  type('/cat');
  await screen.findByRole('option');
  press('Enter');
  expect(field().value).toBe('Segue');
});
afterEach(() => {
  cleanup();
  endSession('logout');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('what waits for the file of a quick reply goes with it', async () => {
  press('Enter');
  expect(waits()).toBe(true);
  await comes(file());
  await expect.poll(() => sent.mock.calls.length).toBe(1);
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ file: { name: 'catalogo.png' } });
});

test('who types on while it waits has not sent: the draft stays, with the file, until they do', async () => {
  press('Enter');
  type('Segue o cat');
  expect(waits()).toBe(false);
  await comes(file());
  await expect.poll(attached).toBe(1);
  expect(sent).not.toHaveBeenCalled();
  expect(field().value).toBe('Segue o cat');
});

test('an earlier message that is edited meanwhile is not saved when the file comes', async () => {
  press('Enter');
  act(() => edit());
  expect(field().value).toBe('Bom dia');
  ended.mockClear();
  await comes(file());
  await act(async () => undefined);
  expect(sent).not.toHaveBeenCalled();
  // An edit that changes nothing is done at once when it is saved.
  expect(ended).not.toHaveBeenCalled();
});

test('a file that cannot be attached does not let the text go alone', async () => {
  press('Enter');
  await comes(new Response(''));
  await screen.findByText('Arquivos vazios e pastas não podem ser anexados.');
  expect(waits()).toBe(false);
  expect(sent).not.toHaveBeenCalled();
  expect(field().value).toBe('Segue');
});

test('a file that does not come within half a minute ends the wait, and says so', async () => {
  expect(limit).toHaveBeenCalledWith(30_000);
  press('Enter');
  await act(async () => late.abort(new DOMException('signal timed out', 'TimeoutError')));
  await screen.findByText('Não foi possível baixar a mídia.');
  expect(waits()).toBe(false);
  expect(sent).not.toHaveBeenCalled();
});

test('Escape calls the wait off', async () => {
  press('Enter');
  press('Escape');
  expect(waits()).toBe(false);
  await comes(file());
  await expect.poll(attached).toBe(1);
  expect(sent).not.toHaveBeenCalled();
});

test('who goes over to a note is told that nothing was sent, and finds text and file again', async () => {
  press('Enter');
  fireEvent.click(screen.getByRole('button', { name: 'Observação' }));
  await screen.findByText(/A mensagem não foi enviada/);
  fireEvent.click(screen.getByRole('button', { name: 'Responder' }));
  // It is still on its way: sent now, the text waits for it.
  press('Enter');
  expect(waits()).toBe(true);
  press('Escape');
  await comes(file());
  await expect.poll(attached).toBe(1);
  expect(field().value).toBe('Segue');
  expect(sent).not.toHaveBeenCalled();
});

test.each([
  ['comes', () => file(), [{ file: { name: 'catalogo.png' } }]],
  ['does not come', () => new Response('', { status: 404 }), []],
])(
  'who leaves the ticket and comes back sends no text alone: its file %s',
  async (_what, answer, sendings) => {
    act(() => leave(true));
    act(() => leave(false));
    expect(field().value).toBe('Segue');
    press('Enter');
    expect(waits()).toBe(true);
    expect(sent).not.toHaveBeenCalled();
    await comes(answer());
    // Sent, nothing is left to be sent; unsent, the text can be sent again.
    await expect.poll(() => field().value === '' || !waits()).toBe(true);
    expect(sent.mock.calls.map(([message]) => message)).toMatchObject(sendings);
    expect(field().value).toBe(sendings.length > 0 ? '' : 'Segue');
  },
);

test('the button takes the suggestion that stands open, as Enter does: its call is sent to nobody', async () => {
  type('/cat');
  await screen.findByRole('option');
  const button = screen.getByRole('button', { name: 'Enviar' });
  // The field keeps the focus, and so its suggestions.
  expect(fireEvent.mouseDown(button)).toBe(false);
  fireEvent.click(button);
  expect(field().value).toBe('Segue');
  expect(sent).not.toHaveBeenCalled();
});

test('the button sends no call of a quick reply before it is known which there are, as Enter does not', async () => {
  cleanup();
  const cache = new QueryClient();
  cache.setQueryData(['version'], { maxUploadBytes: 1_000 });
  await show(cache);
  type('/pix');
  press('Enter');
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  await act(async () => undefined);
  expect(sent).not.toHaveBeenCalled();
  expect(field().value).toBe('/pix');
});
