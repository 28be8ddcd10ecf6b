import { describe, expect, it } from 'vitest';
import { documentsAfter, instant, type Written } from '../../testing/projections.ts';
import { connections } from './connections.ts';
import type { ConnectionDocument } from './document.ts';

const created: Written = {
  type: 'ConnectionCreated',
  data: {
    ...{ connectionId: 'w1', name: 'Loja', channel: 'whatsapp', isDefault: true, queueIds: [] },
    ...{ greetingMessage: '', complationMessage: '', outOfHoursMessage: '', ratingMessage: '' },
  },
};
const found = (status: string, number?: string): Written => ({
  type: 'ConnectionStatusChanged',
  data: { connectionId: 'w1', status, retries: 0, ...(number !== undefined && { number }) },
});
const connectionAfter = async (...written: Written[]) =>
  (await documentsAfter([connections], [created, ...written])).get('connections')?.get('w1') as
    | ConnectionDocument
    | undefined;
const [first, second] = ['5511955500142', '5511955500199'];

describe('the connections read model', () => {
  it('knows no former number while it is the same one, or the first', async () => {
    const held = await connectionAfter(
      found('CONNECTED', first),
      found('DISCONNECTED'),
      found('CONNECTED', first),
    );
    expect(held).toMatchObject({ number: first });
    expect(held).not.toHaveProperty('formerNumber');
  });
  it('keeps which number was paired before another was, and until when', async () => {
    expect(
      await connectionAfter(found('CONNECTED', first), found('qrcode'), found('CONNECTED', second)),
    ).toMatchObject({ number: second, formerNumber: { number: first, until: instant(4) } });
  });
  it('keeps the number and the former one when the network tells no number', async () => {
    expect(await connectionAfter(found('CONNECTED', first), found('CONNECTED', ''))).toMatchObject({
      number: first,
    });
    expect(
      await connectionAfter(...[first, '', second, ''].map((number) => found('CONNECTED', number))),
    ).toMatchObject({ number: second, formerNumber: { number: first, until: instant(4) } });
    const same = await connectionAfter(...[first, '', first].map((number) => found('CONNECTED', number)));
    expect(same).not.toHaveProperty('formerNumber');
  });
  it('forgets the wrong one when the right one is paired again', async () => {
    const held = await connectionAfter(
      ...[first, second, first].map((number) => found('CONNECTED', number)),
      found('DISCONNECTED'),
    );
    expect(held).toMatchObject({ number: first });
    expect(held).not.toHaveProperty('formerNumber');
  });
});
