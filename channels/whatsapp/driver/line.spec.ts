import { setTimeout as wait } from 'node:timers/promises';
import { getBinaryNodeChild } from 'baileys';
import { afterEach, describe, expect, it } from 'vitest';
import { usualWatch } from '../../../gateway/session/watchdog.ts';
import { deskAt, type TestDesk } from '../testing/desk.ts';
import { atNetwork, marina, text } from '../testing/number.ts';

const at = atNetwork();
const patient = { timeout: 10_000, interval: 10 };

describe('what the network limits', () => {
  it('a message that is one too many is told apart from one that is refused', async () => {
    const { driver } = await at.connected();
    at.network().rules.ack = () => 429;
    await expect(driver.send(text('A1', 'oi'))).rejects.toMatchObject({ failure: 'limited', code: '429' });
  });

  it('refused as one new conversation too many: it is asked until when there may be none', async () => {
    const number = await at.connected();
    at.network().rules.ack = () => 463;
    const end = 1_800_000_000;
    at.network().rules.answer = ({ attrs }) =>
      attrs.xmlns === 'w:mex'
        ? {
            tag: 'iq',
            attrs: { id: attrs.id!, from: 's.whatsapp.net', type: 'result' },
            content: [
              {
                tag: 'result',
                attrs: {},
                content: Buffer.from(
                  JSON.stringify({
                    data: {
                      xwa2_fetch_account_reachout_timelock: {
                        is_active: true,
                        time_enforcement_ends: String(end),
                      },
                    },
                  }),
                ),
              },
            ],
          }
        : undefined;
    await expect(number.driver.send(text('A1', 'oi'))).rejects.toMatchObject({ code: '463' });
    await expect
      .poll(() => number.of('limit')[0], patient)
      .toEqual({ type: 'limit', what: 'new', until: new Date(end * 1_000) });
  });

  it.each([
    [
      'NotificationUserReachoutTimelockUpdate',
      'xwa2_notify_account_reachout_timelock',
      { is_active: true, time_enforcement_ends: '1800000000' },
      'new',
    ],
    [
      'MessageCappingInfoNotification',
      'xwa2_notify_new_chat_messages_capping_info_update',
      { capping_status: 'CAPPED', cycle_end_timestamp: '1800000000' },
      'quota',
    ],
  ])('said by itself (%s) is told as it comes', async (name, path, said, what) => {
    const number = await at.connected();
    const ends = Math.floor(Date.now() / 1_000) + 3_600;
    const payload = JSON.parse(JSON.stringify(said).replace('1800000000', String(ends))) as object;
    at.network().push({
      tag: 'notification',
      attrs: { id: 'L1', from: 's.whatsapp.net', type: 'mex', t: '1795240000' },
      content: [
        {
          tag: 'update',
          attrs: { op_name: name },
          content: Buffer.from(JSON.stringify({ data: { [path]: payload } })),
        },
      ],
    });
    await expect
      .poll(() => number.of('limit')[0], patient)
      .toEqual({ type: 'limit', what, until: new Date(ends * 1_000) });
  });
});

it('typing is shown to whom it concerns', async () => {
  const { driver } = await at.connected();
  await driver.typing?.({ to: marina, isGroup: false }, 'text');
  await driver.typing?.({ to: marina, isGroup: false }, 'audio');
  const shown = () => at.network().received.filter(({ tag }) => tag === 'chatstate');
  await expect.poll(() => shown().length, patient).toBe(2);
  expect(shown()[0]?.attrs.to).toBe(`${marina}@s.whatsapp.net`);
  expect(getBinaryNodeChild(shown()[0], 'composing')).toBeDefined();
  expect(getBinaryNodeChild(shown()[1], 'composing')?.attrs.media).toBe('audio');
});

describe('a line that is open', () => {
  it('was heard when somebody wrote, not when it answered us', async () => {
    const { driver, messages } = await at.connected();
    const before = driver.heardAt!();
    await wait(20);
    await driver.probe!();
    expect(driver.heardAt!()).toBe(before);
    at.network().write({ id: 'M1', from: marina, message: { conversation: 'oi' } });
    await expect.poll(() => messages().length, patient).toBe(1);
    expect(driver.heardAt!()).toBeGreaterThan(before);
  });

  let desk: TestDesk | undefined;
  afterEach(async () => {
    await desk?.close();
    desk = undefined;
  });

  it('and swallows everything is found and made anew; what is written then arrives', async () => {
    const watch = { ...usualWatch, quietMs: 200, probeMs: 200 };
    desk = await deskAt(at.network().url);
    const { readStore } = desk;
    const gateway = await desk.gateway({ config: { watch, reconnectFirstMs: 20, reconnectCapMs: 50 } });
    const logins = at.network().logins.length;
    // Pings are answered, as a line does by itself; nothing else is.
    at.network().rules.answer = ({ attrs }) => (attrs.xmlns === 'w:p' ? undefined : 'none');
    const stand = async () =>
      (await readStore.forCompany(desk!.companyId).find('connections', {}))[0] as unknown as {
        reason: string | null;
      };
    await expect.poll(async () => (await stand()).reason, patient).toBe('deaf');
    at.network().rules.answer = () => undefined;
    await expect.poll(() => at.network().logins.length, patient).toBeGreaterThan(logins);
    await expect.poll(() => gateway.status().sessions[0]?.connected, patient).toBe(true);
    at.network().write({ id: 'M1', from: marina, message: { conversation: 'alguém aí?' } });
    await expect.poll(() => desk!.bodies(), patient).toEqual(['alguém aí?']);
  });

  it('and hands nothing over though it answers is made anew, without a word', async () => {
    const watch = { quietMs: 100, probeMs: 5_000, staleMs: 200, mostStaleMs: 60_000 };
    desk = await deskAt(at.network().url);
    const gateway = await desk.gateway({ config: { watch } });
    await expect.poll(() => at.network().logins.length, patient).toBe(2);
    await expect.poll(() => gateway.status().sessions[0]?.connected, patient).toBe(true);
    const events = await desk.eventStore.readAll({ after: 0, limit: 1_000 });
    expect(events.map(({ data }) => (data as { status?: string }).status)).not.toContain('DISCONNECTED');
  });
});

describe('pairing by a code that is typed into the phone', () => {
  const unpaired = async (pairingNumber: string | undefined) => {
    const number = await at.number({ paired: false, pairingNumber: async () => pairingNumber });
    await number.driver.connect();
    return number;
  };

  it('eight letters are there to be shown, and the network knows whose phone is asked', async () => {
    const number = await unpaired('5511999990000');
    await expect.poll(() => number.of('qr').length, patient).toBe(1);
    expect(number.of('qr')[0]).toMatchObject({ kind: 'code', code: expect.stringMatching(/^[0-9A-Z]{8}$/) });
    const hello = () =>
      at.network().received.flatMap((stanza) => getBinaryNodeChild(stanza, 'link_code_companion_reg') ?? []);
    await expect.poll(() => hello().length, patient).toBe(1);
    expect(hello()[0]?.attrs).toMatchObject({
      stage: 'companion_hello',
      jid: '5511999990000@s.whatsapp.net',
    });
  });

  it('is asked for as a browser, which is all that the network takes; the phone shows the connection’s own name', async () => {
    const number = await at.number({
      paired: false,
      pairingNumber: async () => '5511999990000',
      setting: () => 'Loja Centro',
    });
    await number.driver.connect();
    await expect.poll(() => number.of('qr').length, patient).toBe(1);
    await at.network().typeCode(number.of('qr')[0]!.code, '5511999990000');
    await number.told('closed');
    expect(at.network().deviceNames).toEqual(['Loja Centro']);
    expect(number.of('unpairable')).toEqual([]);
  });

  it('that the network refuses is no code: it says so', async () => {
    at.network().rules.answer = ({ attrs }) =>
      attrs.xmlns === 'md'
        ? {
            tag: 'iq',
            attrs: { id: attrs.id!, type: 'error' },
            content: [{ tag: 'error', attrs: { code: '400' } }],
          }
        : undefined;
    const number = await unpaired('5511999990000');
    await expect
      .poll(() => number.of('unpairable'), patient)
      .toEqual([{ type: 'unpairable', detail: '400' }]);
  });

  it('without a number it is the picture', async () => {
    const number = await unpaired(undefined);
    await expect.poll(() => number.of('qr')[0]?.kind, patient).toBe('qr');
  });

  it('a code that was never typed is no pairing: the next link asks for another', async () => {
    const number = await unpaired('5511999990000');
    await expect.poll(() => number.of('qr').length, patient).toBe(1);
    await number.driver.connect();
    await expect.poll(() => number.of('qr').length, patient).toBe(2);
    expect(at.network().logins).toEqual(['', '']);
    expect(number.of('qr')[1]?.code).not.toBe(number.of('qr')[0]?.code);
  });

  it('typed into the phone makes the number a companion that logs in by itself from then on', async () => {
    const number = await unpaired('5511999990000');
    await expect.poll(() => number.of('qr').length, patient).toBe(1);
    await at.network().typeCode(number.of('qr')[0]!.code, '5511999990000');
    await number.told('closed');
    expect(number.of('status').at(-1)).toMatchObject({ status: 'closed', cause: 'restart' });
    await number.connect();
    expect(number.of('status').at(-1)).toMatchObject({ status: 'connected', number: '5511999990000' });
    expect(at.network().logins).toEqual(['', '5511999990000']);
  });
});
