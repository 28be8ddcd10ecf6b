import { describe, expect, it } from 'vitest';
import { firstFilesOf, tellsPurpose } from './folder-purposes.ts';

const firstOf = (...paths: readonly string[]) => firstFilesOf(paths).map(({ path }) => path);

describe('the first file of a folder', () => {
  it('is the index, else the one of the folder’s name, else main, plugin, record or routes', () => {
    const all = ['index', 'bot', 'main', 'plugin', 'record', 'routes'].map(
      (name) => `gateway/bot/${name}.ts`,
    );
    for (const [at, path] of all.entries())
      expect(firstOf('gateway/bot/asking.ts', ...all.slice(at).reverse())).toEqual([path]);
  });

  it('may be a part of the screen', () => {
    expect(firstOf('console/notes/calls.ts', 'console/notes/notes.tsx')).toEqual(['console/notes/notes.tsx']);
  });

  it('is else the first by name, which leads nobody there', () => {
    expect(firstFilesOf(['stores/b.ts', 'stores/a.tsx', 'api/index.ts'])).toEqual([
      { folder: 'api', path: 'api/index.ts', leads: true },
      { folder: 'stores', path: 'stores/a.tsx', leads: false },
    ]);
  });

  it('is none of the tests’, and folders of nothing but tests or texts have none, nor has the project itself', () => {
    expect(
      firstOf(
        ...['api/a.spec.ts', 'api/a.browser.ts', 'api/a.system.ts', 'api/a.d.ts', 'api/b.ts'],
        ...['helps/routes.spec.ts', 'console/messages/pt.ts', 'vite.config.ts'],
      ),
    ).toEqual(['api/b.ts']);
  });
});

describe('its purpose', () => {
  const told = '/** What is asked of others over HTTP. */';
  const named = { path: 'outgoing/index.ts', leads: true };
  const other = { path: 'outgoing/ask.ts', leads: false };
  const imports = "import { a } from './a.ts';\n";

  it('is told above the imports, by whichever file comes first', () => {
    for (const file of [named, other]) {
      expect(tellsPurpose(file, `${told}\n\n${imports}`)).toBe(true);
      expect(tellsPurpose(file, `${told}\n\n/** Another. */\nexport const a = 1;\n`)).toBe(true);
      expect(tellsPurpose(file, `${imports}\nexport const a = 1;\n`)).toBe(false);
    }
  });

  it('is told by the docstring of the first export where the file’s name makes it the first', () => {
    const text = `${imports}\ninterface A {}\nconst b = 1;\n\n${told}\nexport const a = 1;\n`;
    expect(tellsPurpose(named, text)).toBe(true);
    expect(tellsPurpose(other, text)).toBe(false);
    expect(tellsPurpose(other, `${told}\nexport const a = 1;\n`)).toBe(false);
  });

  it('is not told by the docstring of a type, or of what is not exported', () => {
    expect(tellsPurpose(named, `${imports}\n${told}\nexport interface A {}\nexport const a = 1;\n`)).toBe(
      false,
    );
    expect(tellsPurpose(named, `${imports}\n${told}\nconst b = 1;\nexport const a = 1;\n`)).toBe(false);
  });

  it('is told by the first declaration of what exports nothing', () => {
    expect(tellsPurpose(named, `${imports}\n${told}\nconst a = 1;\n\nconst b = 1;\n`)).toBe(true);
    expect(tellsPurpose(named, `${imports}\nconst a = 1;\n\n${told}\nconst b = 1;\n`)).toBe(false);
  });

  it('takes a docstring of 30 characters, its stars not counted, and no other comment', () => {
    const a = (letters: number) => 'a'.repeat(letters);
    expect(tellsPurpose(other, `/** ${a(30)} */\n\n${imports}`)).toBe(true);
    expect(tellsPurpose(other, `/** ${a(29)} */\n\n${imports}`)).toBe(false);
    expect(tellsPurpose(other, `/**\n * ${a(14)}\n * ${a(15)}\n */\n\n${imports}`)).toBe(true);
    expect(tellsPurpose(other, `/**\n * ${a(14)}\n * ${a(14)}\n */\n\n${imports}`)).toBe(false);
    expect(tellsPurpose(other, `// ${a(80)}\n\n${imports}`)).toBe(false);
    expect(tellsPurpose(other, `/* ${a(80)} */\n\n${imports}`)).toBe(false);
  });
});
