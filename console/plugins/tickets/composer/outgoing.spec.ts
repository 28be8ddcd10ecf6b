import { expect, test } from 'vitest';
import { aMessage } from '../ticket/fixtures.ts';
import { outgoing } from './outgoing.ts';

const file = (name: string, type: string) => ({ file: new File(['x'], name, { type }) });
const written = (body: string, ...files: ReturnType<typeof file>[]) =>
  outgoing({ ticketId: 't1', body, files, replyTo: aMessage({ id: 'q' }) }).map((message) => [
    message.file?.name,
    message.body,
    message.quoted?.id,
  ]);

test('the text is the caption of the first file, and the quote goes with it', () => {
  expect(written('Veja', file('a.png', 'image/png'), file('b.pdf', 'application/pdf'))).toEqual([
    ['a.png', 'Veja', 'q'],
    ['b.pdf', '', undefined],
  ]);
});

test('before a sound it goes by itself: no phone shows words below one', () => {
  expect(written('Ouça', file('a.mp3', 'audio/mpeg'), file('b.png', 'image/png'))).toEqual([
    [undefined, 'Ouça', 'q'],
    ['a.mp3', '', undefined],
    ['b.png', '', undefined],
  ]);
  expect(written('', file('a.mp3', 'audio/mpeg'))).toEqual([['a.mp3', '', 'q']]);
});
