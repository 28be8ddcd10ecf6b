import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ConnectionView } from '../../../contract/connection.ts';
import { Status } from './status.tsx';

const shown = (reason: string | null) => {
  const connection = { status: 'DISCONNECTED', reason } as ConnectionView;
  return textOf(connection);
};
const textOf = (connection: ConnectionView) => {
  const { container, unmount } = render(<Status connection={connection} moment={(at) => at} />);
  const text = container.textContent ?? '';
  unmount();
  return text;
};

it('an end of a link that somebody can do something about says what, its code or not', () => {
  expect(shown('banned (403)')).toContain('connections.cause.banned');
  expect(shown('outdated (405)')).toContain('connections.cause.outdated');
  expect(shown('replaced')).toContain('connections.cause.replaced');
  expect(screen.queryByText(/cause/)).toBeNull();
});

it.each(['banned (403)', 'suspended (402)', 'outdated (405)', 'multi-device (411)', 'bad-session (500)'])(
  'what the network does to a number is a state of its own: %s',
  (reason) => {
    const cause = reason.split(' ')[0];
    expect(shown(reason)).toMatch(new RegExp(`^connections.status.${cause}connections.cause.${cause}`));
  },
);

it('a code that is typed into the phone is waited for by its own name', () => {
  const waits = { status: 'qrcode', reason: null, qrcode: '', pairingCode: 'ABCD1234' } as ConnectionView;
  expect(textOf(waits)).toBe('connections.code.waiting');
  expect(textOf({ ...waits, pairingCode: '', qrcode: '2@abc' })).toBe('connections.status.qrcode');
});

it('one that passes by itself is only named', () => {
  for (const reason of [null, 'Connection Terminated (428)', 'banned-like words']) {
    expect(shown(reason)).not.toContain('connections.cause');
  }
});

it('a connection that no gateway drives never says that it is connected, and when one last did', () => {
  const gateway = { alive: false, seenAt: '14:02' };
  const text = textOf({ status: 'CONNECTED', reason: null, gateway } as ConnectionView);
  expect(text).toContain('connections.status.unserved');
  expect(text).toContain('connections.lastContact');
  expect(text).not.toContain('status.CONNECTED');
  const alive = { alive: true, seenAt: null };
  expect(textOf({ status: 'CONNECTED', reason: null, gateway: alive } as ConnectionView)).toContain(
    'CONNECTED',
  );
});

it('one that waits for people waits for them, gateway or not', () => {
  const gateway = { alive: false, seenAt: null };
  const text = textOf({ status: 'DISCONNECTED', reason: 'banned (403)', gateway } as ConnectionView);
  expect(text).toContain('connections.cause.banned');
});
