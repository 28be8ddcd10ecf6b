import { describe, expect, it } from 'vitest';
import { addressingOf, withStoredAddresses } from './addressing.ts';
import type { DriverMessage } from './driver.ts';

const telephone = addressingOf({ kind: 'simulator', addresses: 'telephone' });
const carrier = addressingOf({
  kind: 'carrier',
  addresses: {
    normalise: (raw) => raw.replace(/\D/g, ''),
    display: (address) => `#${address}`,
  },
});
const message: DriverMessage = {
  externalId: 'm1',
  addresses: ['0042'],
  name: '',
  isGroup: false,
  fromMe: false,
  body: 'Oi',
  mediaType: 'chat',
  sentAt: '2026-11-02T12:00:00.000Z',
};

describe('addresses of telephone numbers', () => {
  it('stand bare, and what another channel’s looks like is nobody’s', () => {
    expect(telephone.stored('5511987654321')).toBe('5511987654321');
    expect(telephone.stored('carrier:42')).toBe('carrier42');
    expect(telephone.of({ number: '', aliases: ['carrier:42', '77@lid'] })).toBe('77@lid');
    expect(telephone.of({ number: '', aliases: ['carrier:42'] })).toBeUndefined();
  });
});

describe('addresses of a channel’s own', () => {
  it('stand behind its name, and go out without it', () => {
    expect(carrier.stored('42-7')).toBe('carrier:427');
    expect(carrier.stored('nobody')).toBe('');
    expect(carrier.of({ number: '5511987654321', aliases: ['77@lid', 'pigeon:9', 'carrier:42'] })).toBe('42');
    expect(carrier.of({ number: '5511987654321', aliases: [] })).toBeUndefined();
    expect(carrier.written('pigeon:9')).toBeUndefined();
  });

  it('of everything a driver tells, whoever names them', () => {
    expect(withStoredAddresses({ type: 'message', message }, carrier)).toMatchObject({
      message: { addresses: ['carrier:0042'], name: '#0042' },
    });
    const edit = {
      type: 'edit',
      externalId: 'm1',
      fromMe: false,
      body: 'x',
      addresses: ['42'],
      author: ['7'],
    };
    expect(withStoredAddresses(edit as Parameters<typeof withStoredAddresses>[0], carrier)).toMatchObject({
      addresses: ['carrier:42'],
      author: ['carrier:7'],
    });
  });
});
