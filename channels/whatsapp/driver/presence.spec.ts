import { describe, expect, it } from 'vitest';
import { atNetwork, bia, marina } from '../testing/number.ts';

const { network, connected } = atNetwork();
const patience = { timeout: 10_000, interval: 10 };
const jid = `${marina}@s.whatsapp.net`;
const target = { to: marina, isGroup: false };
const sentOf = (tag: string) => network().received.filter((stanza) => stanza.tag === tag);

describe('what passes between two sides of a conversation', () => {
  it('that messages were read is told in one receipt, in a group for each who wrote', async () => {
    const number = await connected();
    await number.driver.read?.({ ...target, messages: [{ externalId: 'A1' }, { externalId: 'A2' }] });
    const read = () => sentOf('receipt').filter(({ attrs }) => attrs.type?.startsWith('read'));
    await expect.poll(() => read().length, patience).toBe(1);
    expect(read()[0]).toMatchObject({ attrs: { id: 'A1', to: jid } });
    expect(JSON.stringify(read()[0])).toContain('A2');
    await number.driver.read?.({
      to: '120363025246125486',
      isGroup: true,
      messages: [
        { externalId: 'G1', author: marina },
        { externalId: 'G2', author: bia },
      ],
    });
    await expect.poll(() => read().length, patience).toBe(3);
    expect(
      read()
        .slice(1)
        .map(({ attrs }) => attrs.participant),
    ).toEqual([jid, `${bia}@s.whatsapp.net`]);
  });

  it('that an agent types, and no more', async () => {
    const number = await connected();
    await number.driver.typing?.(target, 'text');
    await number.driver.typing?.(target, 'none');
    await expect.poll(() => sentOf('chatstate').length, patience).toBe(2);
    expect(sentOf('chatstate').map(({ content }) => Array.isArray(content) && content[0]?.tag)).toEqual([
      'composing',
      'paused',
    ]);
  });

  it('that the contact types, records, and no more, once it was asked for', async () => {
    const number = await connected();
    await number.driver.watch?.(target);
    await expect
      .poll(
        () => sentOf('presence').some(({ attrs }) => attrs.type === 'subscribe' && attrs.to === jid),
        patience,
      )
      .toBe(true);
    const does = (tag: string, attrs = {}) =>
      network().push({ tag: 'chatstate', attrs: { from: jid }, content: [{ tag, attrs }] });
    does('composing');
    await expect.poll(() => number.of('presence').length, patience).toBe(1);
    does('composing', { media: 'audio' });
    await expect.poll(() => number.of('presence').length, patience).toBe(2);
    does('paused');
    await expect.poll(() => number.of('presence').length, patience).toBe(3);
    expect(number.of('presence').map(({ addresses, doing }) => [addresses[0], doing])).toEqual([
      [marina, 'typing'],
      [marina, 'recording'],
      [marina, undefined],
    ]);
  });
});
