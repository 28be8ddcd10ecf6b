import { describe, expect, it } from 'vitest';
import { languageOf, letterNames, mailLanguages, wordsOf, writeLetter } from './letters.ts';

const namesIn = (words: string) => [...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe('a letter', () => {
  it.each(letterNames)('%s says the same things in every language', (letter) => {
    const said = mailLanguages.map((language) => {
      const { subject, paragraphs } = wordsOf(letter, language);
      return [namesIn(subject), paragraphs.map(namesIn)];
    });
    for (const one of said) expect(one).toEqual(said[0]);
  });

  it('shows what a person is called as it is: no markup, no further header', () => {
    const name = '<img src=x onerror=alert(1)>\r\nBcc: all@example.org';
    const { subject, text, html } = writeLetter('resetCode', 'pt', { name, code: '012345', minutes: '30' });
    expect(subject).toBe('Código para redefinir a senha: 012345');
    expect(text).toContain('Olá, <img src=x onerror=alert(1)> Bcc: all@example.org!');
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it('links only to where people reach the console', () => {
    const link = 'javascript:alert(1)';
    expect(writeLetter('passwordChanged', 'en', { name: 'Ana', link }).html).not.toContain('href');
    const good = 'https://desk.example.com/forgetpsw';
    expect(writeLetter('passwordChanged', 'en', { name: 'Ana', link: good }).html).toContain(
      `href="${good}"`,
    );
  });
});

it.each([
  ['es-AR,es;q=0.9,en;q=0.8', 'es'],
  ['fr,en;q=0.5', 'en'],
  ['fr', 'pt'],
  [undefined, 'pt'],
])('who prefers %s reads %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});
