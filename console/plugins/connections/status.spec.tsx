import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ConnectionView } from '../../../domain/views/index.ts';
import { Status } from './status.tsx';

const shown = (reason: string | null) => {
  const connection = { status: 'DISCONNECTED', reason } as ConnectionView;
  const { container, unmount } = render(<Status connection={connection} />);
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

it('one that passes by itself is only named', () => {
  for (const reason of [null, 'Connection Terminated (428)', 'banned-like words']) {
    expect(shown(reason)).not.toContain('connections.cause');
  }
});
