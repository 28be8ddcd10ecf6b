import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppendTooLargeError, UnavailableError } from '../../../domain/kernel/event-store.ts';
import { sampleEvent } from '../contract.ts';
import { appendLimit, decode, type EncodedEvent, encode, positionOf } from './events.ts';

/** As the client gives it back. */
const found = ({ id, type, contentType, data, metadata }: EncodedEvent, position = 7n) => {
  const isJson = contentType === 'application/json';
  return {
    id,
    type,
    isJson,
    streamId: 's',
    revision: 0n,
    data: isJson ? JSON.parse(Buffer.from(data).toString()) : data,
    metadata: JSON.parse(Buffer.from(metadata).toString()),
    position: { commit: position, prepare: position },
  };
};

describe('EventStoreDB events', () => {
  it('come back as they were, whatever they hold', async () => {
    const text = fc.string({ unit: 'binary' });
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ stringUnit: 'binary' }), text, async (data, name) => {
        const event = sampleEvent({ data, [name]: name });
        // What JSON makes of the data is what every store keeps of it.
        const kept = JSON.parse(JSON.stringify(event));
        const [encoded] = await encode('s', [event]);
        expect(decode(found(encoded as EncodedEvent))).toEqual({
          ...kept,
          stream: 's',
          revision: 0,
          position: 7,
        });
      }),
    );
  });

  it('of a small append stay readable, of a large one are compressed, and read the same', async () => {
    const small = await encode('s', [sampleEvent({ body: 'x'.repeat(400_000) })]);
    expect(small.map(({ contentType }) => contentType)).toEqual(['application/json']);
    const events = [sampleEvent({ body: 'x'.repeat(800_000) }), sampleEvent({ n: 1 })];
    const large = await encode('s', events);
    expect(large.map(({ contentType }) => contentType)).toEqual([
      'application/octet-stream',
      'application/json',
    ]);
    expect(large.map((event) => decode(found(event)).data)).toEqual(events.map(({ data }) => data));
  });

  it('that do not fit even so are too large, with the limit told', async () => {
    const body = () =>
      Array.from({ length: 300_000 }, () => String.fromCharCode(35 + Math.random() * 56)).join('');
    const events = Array.from({ length: 5 }, () => sampleEvent({ body: body() }));
    await expect(encode('s', events)).rejects.toThrow(AppendTooLargeError);
    await expect(encode('s', events)).rejects.toMatchObject({ stream: 's', limitBytes: appendLimit });
  });

  it('have a position that is one safe number, or none', () => {
    const at = (prepare: bigint) => positionOf({ commit: prepare, prepare });
    expect(at(2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => at(2n ** 53n)).toThrow(RangeError);
    expect(() => at(2n ** 64n - 1n)).toThrow(RangeError);
    expect(() => positionOf(undefined)).toThrow(UnavailableError);
  });

  it('of another product are told from ours by name, not taken for a broken connection', async () => {
    const [encoded] = await encode('s', [sampleEvent()]);
    const foreign = { ...found(encoded as EncodedEvent), isJson: false, data: Buffer.from('not gzip') };
    expect(() => decode(foreign)).toThrow(TypeError);
  });
});
