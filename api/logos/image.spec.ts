import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../domain/errors.ts';
import { icon, png } from '../../testing/images.ts';
import { checkedImage } from './image.ts';
import { harmlessSvg } from './svg.ts';

const refusal = (bytes: Buffer) => {
  try {
    checkedImage(bytes);
    return undefined;
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
};
const drawn = (inside: string, more = '') =>
  harmlessSvg(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${more}>${inside}</svg>`),
  );
const inner = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;
const empty = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>';

describe('an uploaded image', () => {
  it('is what its bytes are, with its pixels', () => {
    expect(checkedImage(png(320, 80))).toMatchObject({ mime: 'image/png', width: 320, height: 80 });
    expect(checkedImage(icon(png(16, 16), png(48, 48)))).toMatchObject({
      mime: 'image/x-icon',
      width: 48,
      height: 48,
    });
    expect(checkedImage(Buffer.from('<svg viewBox="0 0 1 1"/>')).mime).toBe('image/svg+xml');
  });

  it.each<[string, () => Buffer]>([
    ['a GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['a JPEG', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0')])],
    ['a page', () => Buffer.from('<!doctype html><html><body><script>alert(1)</script></body></html>')],
    ['a PNG’s signature alone', () => png(1, 1).subarray(0, 8)],
    ['a PNG that was cut', () => png(9, 9).subarray(0, -6)],
    ['a page behind a PNG', () => Buffer.concat([png(1, 1), Buffer.from('<script>alert(1)</script>')])],
    ['a PNG of sixty thousand pixels a side', () => png(60_000, 60_000, deflateSync(Buffer.alloc(9)))],
    ['an icon of such a PNG', () => icon(png(60_000, 60_000, deflateSync(Buffer.alloc(9))))],
    ['an icon that points outside of itself', () => icon(png(16, 16)).subarray(0, -4)],
    ['a drawing in another encoding', () => Buffer.from('﻿<svg viewBox="0 0 1 1"/>', 'utf16le')],
  ])('is refused when it is %s', (_what, bytes) => {
    expect(refusal(bytes())).toBe('ERR_MEDIA_TYPE');
  });

  it('is refused when it is empty', () => {
    expect(refusal(Buffer.alloc(0))).toBe('ERR_VALIDATION');
  });
});

describe('a drawing', () => {
  it('keeps what it draws: shapes, paint, gradients, text, rules of style, references within', () => {
    const whole =
      '<title>Sul &amp; Cia</title><style>.a{fill:#fff}@media (prefers-color-scheme: dark){.a&gt;g{fill:#000}}</style>' +
      '<defs><linearGradient id="g" x1="0"><stop offset="1" stop-color="red"/></linearGradient></defs>' +
      '<g class="a" transform="scale(2)"><path d="M0 0h9" fill="url(#g)" style="stroke:url(#g)"/>' +
      '<use href="#g"/><text x="1"><tspan>olá</tspan></text>' +
      `<image href="${inner(png(2, 2))}" width="1"/></g>`;
    expect(drawn(whole)).toBe(empty.replace('></svg>', `>${whole}</svg>`));
  });

  it('loses a picture within that unfolds to too many pixels, or says none', () => {
    const bomb = inner(png(60_000, 60_000, deflateSync(Buffer.alloc(9))));
    expect(drawn(`<image href="${bomb}" width="1"/>`)).not.toContain('href');
    expect(drawn(`<image href="${inner(png(2, 2).subarray(0, 12))}" width="1"/>`)).not.toContain('href');
  });

  it('may come as editors write it', () => {
    const source =
      '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- Made by hand -->\n' +
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n' +
      '<svg:svg xmlns:svg="http://www.w3.org/2000/svg" xmlns:i="urn:i" viewBox="0 0 9 9" i:version="1.3">' +
      '<i:namedview zoom="3"><i:grid/></i:namedview><metadata><rdf:RDF xmlns:rdf="r"/></metadata>' +
      "<style><![CDATA[a > b {fill:red}]]></style><svg:path d='M0 0' i:label='x'/></svg:svg>\n";
    expect(harmlessSvg(Buffer.from(source))).toBe(
      empty.replace('></svg>', "><style>a &gt; b {fill:red}</style><path d='M0 0'/></svg>"),
    );
  });

  it.each([
    '<script>alert(1)</script>',
    '<script href="https://evil.example/x.js"/>',
    '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"/></foreignObject>',
    '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
    '<animate attributeName="href" values="javascript:alert(1)"/>',
    '<set attributeName="onload" to="alert(1)"/>',
    '<iframe src="https://evil.example"/>',
    '<style>@import "https://evil.example/a.css";</style>',
    '<metadata><script>alert(1)</script></metadata>',
  ])('loses %s', (inside) => {
    expect(drawn(inside)?.replace('<style></style>', '')).toBe(empty);
  });

  it.each([
    'onload="alert(1)"',
    'ONLOAD="alert(1)"',
    'ev:onclick="alert(1)"',
    'href="https://evil.example/a.svg"',
    'xlink:href="//evil.example/a.svg"',
    'href="&#106;avascript:alert(1)"',
    'href="data:image/svg+xml;base64,PHN2Zz4="',
    'href="data:text/html,x"',
    'fill="url(https://evil.example/a)"',
    'fill="url( \'//evil.example/a\' )"',
    'style="background:u\\72l(https://evil.example)"',
    'style="fill:&#117;rl(https://evil.example)"',
    'style="x:image-set(\'https://evil.example\' 1x)"',
    'xml:base="https://evil.example/"',
    'data-x="1"',
  ])('loses the attribute %s', (given) => {
    expect(drawn('', ` ${given}`)).toBe(empty);
    expect(drawn(`<path d="M0 0" ${given}/>`)).toBe(empty.replace('></svg>', '><path d="M0 0"/></svg>'));
  });

  it.each([
    ['rules of its own', '<!DOCTYPE svg [<!ENTITY x "<script/>">]><svg>&x;</svg>'],
    ['an entity that nobody knows', '<svg><text>&x;</text></svg>'],
    ['two roots', '<svg/><svg/>'],
    ['text outside', '<svg/>alert(1)'],
    ['another root', '<html><svg/></html>'],
    ['a tag that is left open', '<svg><g></svg>'],
    ['tags that cross', '<svg><g><text></g></text></svg>'],
    ['an attribute without quotes', '<svg onload=alert(1)></svg>'],
    ['a comment within a comment', '<svg><!-- a -- b --></svg>'],
    ['no end', `<svg>${'<g>'.repeat(100)}`],
    ['a depth without end', `<svg>${'<g>'.repeat(9_999)}${'</g>'.repeat(9_999)}</svg>`],
    ['nothing', ''],
    ['a mere word', 'svg'],
  ])('with %s is none', (_what, source) => {
    expect(harmlessSvg(Buffer.from(source))).toBeUndefined();
  });

  it('is read in no time, however long it is', () => {
    const began = performance.now();
    for (const long of [
      `<svg ${'a="b" '.repeat(150_000)}`,
      `<svg>${'<!-- '.repeat(200_000)}`,
      `<svg${' '.repeat(1_000_000)}`,
      `<svg>${'&amp;'.repeat(200_000)}`,
      `<svg><image href="data:image/png;base64,${'A'.repeat(1_000_000)}"/>`,
    ])
      expect(harmlessSvg(Buffer.from(long))).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
