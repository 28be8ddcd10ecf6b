import { describe, expect, it } from 'vitest';
import { contentType, matchesType } from './content-type.ts';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);

describe('the type of a file', () => {
  it.each([
    ['what its bytes say, not its sender', 'image/png', '\x89PNG', { claimed: 'text/plain' }, 'image/png'],
    [
      'a recording in a container of film',
      'video/webm',
      '',
      { claimed: 'audio/webm;codecs=opus' },
      'audio/webm',
    ],
    ['a recording in Ogg', 'application/ogg', '', { claimed: 'AUDIO/OGG' }, 'audio/ogg'],
    ['a film stays a film', 'video/mp4', '', { claimed: 'video/mp4' }, 'video/mp4'],
    ['a claim does not make sound of a picture', 'image/png', '', { claimed: 'audio/ogg' }, 'image/png'],
    ['without parameters', 'audio/ogg; codecs=opus', '', {}, 'audio/ogg'],
    ['a text', undefined, 'olá', {}, 'text/plain'],
    ['a table by its name', undefined, 'a;b\n1;2', { name: 'Preços.CSV' }, 'text/csv'],
    ['a table by its claim', undefined, 'a;b', { claimed: 'text/csv; charset=utf-8' }, 'text/csv'],
    ['a contact card', undefined, 'BEGIN:VCARD', { claimed: 'text/vcard' }, 'text/vcard'],
    ['a claim that is no text', undefined, 'olá', { claimed: 'image/png' }, 'text/plain'],
    [
      'a page, whatever is claimed',
      undefined,
      ' \n<!DOCTYPE html><p>',
      { claimed: 'text/plain' },
      'text/html',
    ],
    ['a page by its claim', undefined, 'hello', { claimed: 'text/html' }, 'text/html'],
    [
      'a drawing that runs scripts',
      undefined,
      '<svg onload="x()">',
      { claimed: 'image/svg+xml' },
      'text/html',
    ],
    [
      'a script by its first line',
      undefined,
      '#!/bin/sh\nrm -rf /',
      { name: 'notas.txt' },
      'application/x-sh',
    ],
    ['a script by its name', undefined, '@echo off', { name: 'boleto.pdf.BAT' }, 'application/x-sh'],
    ['a program for a phone', 'application/zip', 'PK', { name: 'Catálogo.apk' }, 'application/x-sh'],
    ['an installer', 'application/x-cfb', '', { name: 'Atualização.msi' }, 'application/x-sh'],
    [
      'a script that begins as a document',
      'application/pdf',
      '%PDF-1.4\n<script>',
      { claimed: 'application/pdf', name: 'boleto.pdf.hta' },
      'application/x-sh',
    ],
    [
      'a script with a sign of no text',
      undefined,
      '@echo off\x01',
      { name: 'boleto.bat' },
      'application/x-sh',
    ],
    [
      'a script by what its name is saved as',
      'image/gif',
      'GIF89a=1;',
      { name: 'foto.js. ' },
      'application/x-sh',
    ],
    [
      'a script whose name ends in what is not seen',
      'application/pdf',
      '%PDF',
      { name: 'boleto.h\u200bta\u200b' },
      'application/x-sh',
    ],
    [
      'a document named after a place',
      'application/pdf',
      '%PDF',
      { name: 'proposta loja.com' },
      'application/pdf',
    ],
    ['a spreadsheet of old', 'application/x-cfb', '', { name: 'preços.xls' }, 'application/x-cfb'],
    ['zero bytes are no text', undefined, 'a\0b', { claimed: 'text/plain' }, 'application/octet-stream'],
    ['control characters are no text', undefined, 'a\x01b', {}, 'application/octet-stream'],
  ])('%s', (_name, found, head, hints, expected) => {
    expect(contentType(found, bytes(head), hints)).toBe(expected);
  });

  it('a text stays one wherever its first bytes are cut, and in Latin-1', () => {
    const text = bytes('conteúdo ção 😀 ünïcode');
    for (let length = 1; length <= text.length; length++)
      expect(contentType(undefined, text.subarray(0, length), {}), `${length}`).toBe('text/plain');
    expect(contentType(undefined, bytes('preço;ção', 'latin1'), { name: 'a.csv' })).toBe('text/csv');
  });

  it('a page that begins with a byte order mark is a page', () => {
    expect(contentType(undefined, bytes('\uFEFF<script>1</script>'), {})).toBe('text/html');
  });
});

it('patterns are exact or name a family', () => {
  expect(matchesType('audio/ogg', ['audio/*'])).toBe(true);
  expect(matchesType('audioX/ogg', ['audio/*'])).toBe(false);
  expect(matchesType('image/png', ['image/pn'])).toBe(false);
  expect(
    matchesType('application/vnd.oasis.opendocument.text', ['application/vnd.oasis.opendocument.*']),
  ).toBe(true);
});
