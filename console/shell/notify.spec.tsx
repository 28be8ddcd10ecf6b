import { renderHook } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { plugin as contacts } from '../plugins/contacts/plugin.ts';
import { ApiError } from './api.ts';
import { createI18n } from './i18n.ts';
import { dismiss, errorText, notify, notifyError, useToasts } from './notify.ts';

const toasts = () => renderHook(useToasts).result.current;

beforeAll(async () => {
  localStorage.setItem('locale', 'en');
  await createI18n([contacts]);
});
beforeEach(() => {
  for (const { id } of toasts()) dismiss(id);
});

test('an error says its code’s text, else its own, else that an error occurred', () => {
  expect(errorText(new ApiError(403, 'ERR_NO_PERMISSION', 'raw'))).toBe('You have no permission for this.');
  expect(errorText(new ApiError(418, 'ERR_OF_TOMORROW', 'I am a teapot'))).toBe('I am a teapot');
  expect(errorText(new Error('out of paper'))).toBe('out of paper');
  expect(errorText('just a string')).toBe('just a string');
  expect(errorText(new ApiError(500, 'ERR_OF_TOMORROW', ''))).toBe('An error occurred!');
  expect(errorText(undefined)).toBe('An error occurred!');
  expect(errorText(new ApiError(502, 'ERR_INTERNAL', 'Bad Gateway'))).toContain('operation could not be');
  notifyError(new ApiError(403, 'ERR_NO_PERMISSION', 'raw'));
  notifyError(new DOMException('the page was left', 'AbortError'));
  expect(toasts()).toMatchObject([{ kind: 'error', text: 'You have no permission for this.' }]);
});

test('what the server cannot do is said in Portuguese in the spec’s words', async () => {
  localStorage.setItem('locale', 'pt');
  await createI18n([]);
  expect(errorText(new ApiError(500, 'ERR_INTERNAL', 'Bad Gateway'))).toMatch(
    /^Não foi possível realizar a operação: /,
  );
  localStorage.setItem('locale', 'en');
  await createI18n([contacts]);
});

test('toasts of one code are one', () => {
  notifyError(new ApiError(403, 'ERR_NO_PERMISSION', 'first'));
  notifyError(new ApiError(404, 'ERR_NO_TICKET_FOUND', 'other'));
  notifyError(new ApiError(403, 'ERR_NO_PERMISSION', 'second'));
  expect(toasts().map(({ code }) => code)).toEqual(['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION']);
  notify.success('contact.saved');
  notify.success('contact.saved');
  expect(toasts()).toHaveLength(3);
});

test('a success stays two seconds, an error three, an offer eight', () => {
  notify.success('contact.saved');
  notify.error('errors.generic');
  notify.info('shell.hello', { actions: [{ label: 'shell.close', run: () => undefined }] });
  expect(toasts().map(({ stays }) => stays)).toEqual([2_000, 3_000, 8_000]);
});

test.each([
  ...['/connections', '/contacts', '/financeiro', '/helps', '/queues'],
  ...['/settings/logo', '/subscription', '/tags', '/users'],
])('in the administration a success stays three seconds: %s', (path) => {
  history.replaceState(null, '', path);
  notify.success('contact.saved');
  expect(toasts().at(-1)?.stays).toBe(3_000);
  history.replaceState(null, '', '/tickets');
  notify.success('contact.saved');
  expect(toasts().at(-1)?.stays).toBe(2_000);
});
