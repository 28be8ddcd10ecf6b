import { expect, test } from 'vitest';
import { mostKnownCards } from '../../contract/changes.ts';
import { createKnownCards } from './known-cards.ts';

const channel = 'company-c1-ticket';
const whole = (id: string, document: object) => ({ channel, action: 'update', id, position: 1, document });
const brief = (id: string, changed: object) => ({
  ...{ channel: 'ticket', action: 'update', id, position: 2 },
  changed: changed as Readonly<Record<string, unknown>>,
});

test('a brief change is the card that was told, with what is other, on the channel that was asked for', () => {
  const { wholeOf } = createKnownCards(['company-c1-contact', channel]);
  const card = { id: 't1', status: 'pending', user: null, position: 1 };
  expect(wholeOf(whole('t1', card))?.document).toBe(card);
  const changed = wholeOf(brief('t1', { status: 'open', user: { id: 'u1' } }));
  expect(changed).toEqual({
    ...{ channel, action: 'update', id: 't1', position: 2 },
    document: { id: 't1', status: 'open', user: { id: 'u1' }, position: 2 },
  });
  expect(wholeOf(brief('t1', { user: null }))?.document).toEqual({ ...card, status: 'open', position: 2 });
  expect(card.status).toBe('pending');
});

test('of a card never told it makes nothing, and other channels pass as they are', () => {
  const { wholeOf } = createKnownCards([channel]);
  expect(wholeOf(brief('t1', {}))).toBeUndefined();
  const other = { ...whole('t1', { id: 't1' }), channel: 'company-c1-contact' };
  expect(wholeOf(other)).toBe(other);
  expect(wholeOf(brief('t1', {}))).toBeUndefined();
});

test('keeps as many cards as the server counts on, those told last', () => {
  const { wholeOf } = createKnownCards([channel]);
  for (let at = 0; at < mostKnownCards; at++) wholeOf(whole(`t${at}`, { at }));
  wholeOf(brief('t0', {}));
  wholeOf(whole('new', {}));
  expect(wholeOf(brief('t0', {}))?.document).toEqual({ at: 0, position: 2 });
  expect(wholeOf(brief('t1', {}))).toBeUndefined();
});
