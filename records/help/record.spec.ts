import { describe, expect, test } from 'vitest';
import { recordDecider } from '../../domain/records/record-aggregate.ts';
import { given } from '../../testing/decider.ts';
import { record as help } from './record.ts';

const create = (values: object) => ({
  type: 'CreateRecord' as const,
  data: { id: 'h1', title: 'Primeiros passos', ...values },
});
const decided = (video: string) => given(recordDecider(help))().when(create({ video }));

describe('a help video', () => {
  test.each([
    'dQw4w9WgXcQ',
    ' dQw4w9WgXcQ ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=12',
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ?si=1',
    'youtube.com/embed/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
  ])('is known by its code, written as %j', (video) => {
    expect(decided(video).events()[0]?.data).toMatchObject({ video: 'dQw4w9WgXcQ' });
  });
  test.each(['', 'two words', 'https://evil.example/watch?v=dQw4w9WgXcQ', '"><script>', 'a/b'])(
    'is no other address or text: %j',
    (video) => {
      expect(decided(video).refusal()).toMatchObject({
        code: 'ERR_VALIDATION',
        errors: { video: expect.any(String) },
      });
    },
  );
  test('has a title and a video, and says which of them is missing', () => {
    const empty = { type: 'CreateRecord' as const, data: { id: 'h1' } };
    expect(given(recordDecider(help))().when(empty).refusal().errors).toEqual({
      title: 'required',
      video: 'required',
    });
  });
});
