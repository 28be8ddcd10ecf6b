import { expect, it } from 'vitest';
import { appMarks, withoutMarks } from './marks.ts';

it.each([
  ['Custa **R$ 50** hoje', 'Custa *R$ 50* hoje'],
  ['__Sim__ e ~~não~~', '*Sim* e ~não~'],
  ['## Preços\nAzul: **10**', '*Preços*\nAzul: *10*'],
  ['### **Preços** ###', '*Preços*'],
  ['Veja [o catálogo](https://loja.example/c)', 'Veja o catálogo (https://loja.example/c)'],
  ['[https://a.example](https://a.example)', 'https://a.example'],
  ['2 ** 3 ** 4, #1 e snake_case__x', '2 ** 3 ** 4, #1 e snake_case__x'],
  ['*já marcado* e _isto_', '*já marcado* e _isto_'],
  ['- um\n- **dois**', '- um\n- *dois*'],
  ['# ###', '# ###'],
  ['[1 [o catálogo](https://loja.example/c)', '[1 o catálogo (https://loja.example/c)'],
])('writes %j as the messaging app marks it', (said, written) => {
  expect(appMarks(said)).toBe(written);
});

it('speaks no marks', () => {
  expect(withoutMarks('Custa *R$ 50*, ~não~ 5*3*2')).toBe('Custa R$ 50, não 5*3*2');
});

it.each([
  ['a title of blanks', `# a${' '.repeat(60_000)}b`],
  ['signs', `# a${'#'.repeat(60_000)}b`],
  ['brackets', '['.repeat(60_000)],
  ['links without an end', '[a](https://'.repeat(5_000)],
])('is not held up by %s', (_what, text) => {
  const begun = performance.now();
  appMarks(text);
  expect(performance.now() - begun).toBeLessThan(500);
});
