import { expect, it } from 'vitest';
import { failureCause } from '../../../../domain/ticket/failure.ts';
import { loadMessages } from '../../../shell/i18n.ts';
import { locales } from '../../../shell/locale.ts';
import { plugin } from '../plugin.ts';
import { failureText } from './failure.ts';

const translator = async (locale: (typeof locales)[number]) => {
  const texts = await loadMessages(locale, [plugin]);
  return (key: string, values: Record<string, unknown> = {}) =>
    (texts[key] ?? String(values._ ?? key)).replace(/%\{(\w+)\}/g, (_, name) => String(values[name]));
};
const refused = { code: 'ERR_SENDING_WAPP_MSG', reason: '', cause: 'refused' };

it.each(locales)('every cause has a text in %s, which names the channel it was on', async (locale) => {
  const t = await translator(locale);
  for (const cause of failureCause.options) {
    const text = failureText(t, { code: 'ERR_X', reason: '', cause, params: { channel: 'whatsapp' } });
    expect(text).not.toBe(t('tickets.failed.unknown'));
    expect(text).not.toMatch(/%|undefined|tickets\./);
  }
  expect(failureText(t, { ...refused, params: { channel: 'whatsapp' } })).toContain('WhatsApp');
});

it('a network’s own code is told in the channel’s own words, and stands behind any', async () => {
  const t = await translator('en');
  const on = (channel: string, code: string) => failureText(t, { ...refused, params: { channel, code } });
  expect(on('whatsapp', '463')).toBe(
    'WhatsApp does not let this number start new conversations for now (463)',
  );
  expect(on('whatsapp', '500')).toBe('WhatsApp refused the message (500)');
  expect(on('carrier', '7')).toBe('Channel unknown to this version (carrier) refused the message (7)');
});

it('what was told before there were causes is told still', async () => {
  const t = await translator('en');
  expect(failureText(t, { code: 'ERR_OF_THEN', reason: 'Telefone desligado' })).toBe('Telefone desligado');
  expect(failureText(t, { code: 'ERR_SENDING_WAPP_MSG', reason: 'O WhatsApp recusou.' })).toBe(
    'the app refused the message',
  );
  expect(failureText(t, { code: 'ERR_NEW', reason: '', cause: 'ofANewerBuild' })).toBe('sending failed');
});
