import type { BinaryNode } from 'baileys';
import { describe, expect, it } from 'vitest';
import { readGroup } from '../../../messaging/groups.ts';
import { atNetwork, bia, marina, text } from '../testing/number.ts';

const { network, connected } = atNetwork();
const gid = '120363025246125486';
const patience = { timeout: 10_000, interval: 10 };
const config = { groupEveryMs: 10 };

const says = (id: string, from: string, body: string) =>
  network().write({ id, from, group: gid, message: { conversation: body }, name: 'Marina' });
const questions = () =>
  network().received.filter(
    ({ tag, attrs }) => tag === 'iq' && attrs.xmlns === 'w:g2' && attrs.to === `${gid}@g.us`,
  );
/** As the network says that something of a group changed. */
const notice = (change: BinaryNode) =>
  network().push({
    tag: 'notification',
    attrs: {
      type: 'w:gp2',
      id: `n-${change.tag}`,
      from: `${gid}@g.us`,
      t: '1795240000',
      participant: `${marina}@s.whatsapp.net`,
    },
    content: [change],
  });

describe('a group', () => {
  it('is asked once who it is, however many write in it; the answer is told and outlives the process', async () => {
    network().groups.set(gid, { subject: 'Turma da Padaria', participants: [marina, bia] });
    const number = await connected({ config });
    for (const id of ['G1', 'G2', 'G3']) says(id, marina, id);
    await expect.poll(() => number.of('group').length, patience).toBe(1);
    expect(number.of('group')[0]).toMatchObject({
      group: {
        address: gid,
        name: 'Turma da Padaria',
        members: [{ addresses: [marina] }, { addresses: [bia] }],
      },
    });
    says('G4', bia, 'quatro');
    await expect.poll(() => number.messages().at(-1)?.name, patience).toBe('Turma da Padaria');
    expect(questions()).toHaveLength(1);
    await expect
      .poll(async () => (await readGroup(number.state, number.connectionId, gid))?.name, patience)
      .toBe('Turma da Padaria');
  });

  it.each([
    {
      code: '500',
      text: 'internal-server-error',
      asked: 2,
      outcome: 'is asked again soon, and known by its name',
    },
    { code: '403', text: 'forbidden', asked: 1, outcome: 'is left alone for an hour' },
  ])('that does not say who it is ($text) $outcome', async ({ code, text: reason, asked }) => {
    network().groups.set(gid, { subject: 'Turma da Padaria', participants: [marina, bia] });
    let refusals = 0;
    network().rules.answer = ({ tag, attrs }) =>
      tag === 'iq' && attrs.xmlns === 'w:g2' && attrs.to === `${gid}@g.us` && refusals++ === 0
        ? {
            tag: 'iq',
            attrs: { type: 'error', id: attrs.id!, from: attrs.to },
            content: [{ tag: 'error', attrs: { code, text: reason } }],
          }
        : undefined;
    const number = await connected({ config });
    const inGroup = () => number.of('group').length;
    for (let at = 0; at < 20 && inGroup() === 0; at++) {
      says(`G${at}`, marina, 'oi');
      await expect.poll(() => number.messages().length, patience).toBe(at + 1);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect([questions().length, inGroup()]).toEqual([asked, asked - 1]);
  });

  it('that is known is written to without a question', async () => {
    network().groups.set(gid, { subject: 'Turma', participants: [marina, bia] });
    const number = await connected({ config });
    says('G1', marina, 'oi');
    await expect.poll(() => number.of('group').length, patience).toBe(1);
    await expect
      .poll(async () => (await readGroup(number.state, number.connectionId, gid))?.name, patience)
      .toBe('Turma');
    const before = questions().length;
    await number.driver.send(text('3EB0AAAAAAAAAAAAAAAA01', 'oi a todos', { to: gid, isGroup: true }));
    expect(questions().length).toBe(before);
  });

  it('is renamed, and its members come and go, as the network says', async () => {
    network().groups.set(gid, { subject: 'Antes', participants: [marina] });
    const number = await connected({ config });
    says('G1', marina, 'oi');
    await expect.poll(() => number.of('group').length, patience).toBe(1);
    notice({ tag: 'subject', attrs: { subject: 'Depois', s_t: '1795240000' } });
    await expect
      .poll(() => number.of('group').at(-1), patience)
      .toMatchObject({
        group: { name: 'Depois' },
        formerName: 'Antes',
      });
    notice({
      tag: 'add',
      attrs: {},
      content: [{ tag: 'participant', attrs: { jid: `${bia}@s.whatsapp.net` } }],
    });
    await expect
      .poll(async () => (await readGroup(number.state, number.connectionId, gid))?.members, patience)
      .toMatchObject([{ addresses: [marina] }, { addresses: [bia] }]);
  });

  it('quotes the member who wrote, not the group', async () => {
    network().groups.set(gid, { subject: 'Turma', participants: [marina, bia] });
    const number = await connected({ config });
    const quoted = { messageId: 'm', externalId: 'Q1', fromMe: false, body: 'quem vem?', author: bia };
    await number.driver.send(text('3EB0AAAAAAAAAAAAAAAA02', 'eu', { to: gid, isGroup: true, quoted }));
    await expect.poll(() => network().sent.length, patience).toBeGreaterThan(0);
    const { contextInfo } = network().sent[0]!.message.extendedTextMessage!;
    expect(contextInfo).toMatchObject({ stanzaId: 'Q1', participant: `${bia}@s.whatsapp.net` });
  });

  it('is left out whole where the company takes none: neither written down nor asked for', async () => {
    network().groups.set(gid, { subject: 'Turma', participants: [marina] });
    const number = await connected({ config, takesGroups: () => false });
    says('G1', marina, 'oi');
    network().write({ id: 'P1', from: marina, message: { conversation: 'só para você' } });
    await expect.poll(() => number.messages().length, patience).toBe(1);
    expect(number.messages()[0]).toMatchObject({ externalId: 'P1' });
    expect(questions()).toHaveLength(0);
  });
});
