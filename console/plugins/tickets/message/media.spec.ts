import { describe, expect, it } from 'vitest';
import { fileKind, fileSize, mediaTypeOf } from './media.ts';
import { clock, wave } from './wave.ts';

describe('what a file says about itself', () => {
  it("is its size in the reader's language", () => {
    expect(fileSize(188_416, 'pt-BR')).toBe('184 KB');
    expect(fileSize(1_572_864, 'pt-BR')).toBe('1,5 MB');
    expect(fileSize(12, 'en')).toBe('12 B');
  });
  it('is its kind by name or type', () => {
    expect(fileKind('Orçamento 4821.pdf', 'application/pdf')).toBe('PDF');
    expect(fileKind('sem-nome', 'application/vnd.ms-excel')).toBe('MS-EXCEL');
    expect(fileKind('passwd', 'text/plain')).toBe('TXT');
    expect(fileKind('sem-nome', 'application/octet-stream')).toBe('');
  });
  it('never makes an SVG an image', () => {
    expect(mediaTypeOf('image/svg+xml')).toBe('application');
    expect(mediaTypeOf('image/png')).toBe('image');
  });
});

describe('an audio', () => {
  it('has the same bars every time, between 0 and 1', () => {
    expect(wave('m1')).toEqual(wave('m1'));
    expect(wave('m1')).not.toEqual(wave('m2'));
    expect(wave('m1').every((bar) => bar > 0 && bar <= 1)).toBe(true);
  });
  it('has a length in minutes and seconds, also when it is not known', () => {
    expect([clock(27), clock(605), clock(Number.POSITIVE_INFINITY)]).toEqual(['0:27', '10:05', '0:00']);
  });
});
