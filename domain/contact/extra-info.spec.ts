import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinExtraInfo, withOwnIds } from './extra-info.ts';

const info = (id: string, name: string, value = '') => ({ id, name, value });
const words = (list: readonly { name: string; value: string }[]) =>
  list.map(({ name, value }) => `${name}=${value}`);

describe('extra information that two people save at once', () => {
  const cpf = info('1', 'CPF', '123');
  const city = info('2', 'Cidade', 'Recife');

  it('has what both added', () => {
    const current = [cpf, info('a', 'RG', '9')];
    expect(joinExtraInfo(current, [cpf], [cpf, info('b', 'Tamanho', 'M')])).toEqual([
      ...current,
      info('b', 'Tamanho', 'M'),
    ]);
  });
  it('has both where two were given the same id', () => {
    const current = [cpf, info('2', 'RG', '9')];
    expect(joinExtraInfo(current, [cpf], [cpf, info('2', 'Tamanho', 'M')])).toEqual([
      ...current,
      info('2-2', 'Tamanho', 'M'),
    ]);
    expect(joinExtraInfo(current, [cpf], [cpf, info('2', 'RG', '9')])).toEqual(current);
  });
  it('has an item once whose author sends it again, corrected since, for the answer was lost', () => {
    const added = info('0193a000-0000-7000-8000-000000000040', 'RG', '9');
    const corrected = { ...added, value: '10' };
    expect(joinExtraInfo([cpf, added], [cpf], [cpf, corrected])).toEqual([cpf, corrected]);
    expect(joinExtraInfo([added], [], [added])).toEqual([added]);
  });
  it('keeps what others changed or took out where the author left it alone', () => {
    const given = [{ ...cpf, value: '124' }, city];
    expect(joinExtraInfo([cpf, { ...city, value: 'Olinda' }], [cpf, city], given)).toEqual([
      { ...cpf, value: '124' },
      { ...city, value: 'Olinda' },
    ]);
    expect(joinExtraInfo([cpf], [cpf, city], given)).toEqual([{ ...cpf, value: '124' }]);
  });
  it('is as the author has it where both changed the same, or one took it out', () => {
    expect(
      joinExtraInfo([{ ...cpf, value: '9' }, city], [cpf, city], [{ ...cpf, value: '124' }, city]),
    ).toEqual([{ ...cpf, value: '124' }, city]);
    expect(joinExtraInfo([{ ...cpf, value: '9' }, city], [cpf, city], [city])).toEqual([city]);
    expect(joinExtraInfo([city], [cpf, city], [{ ...cpf, value: '124' }, city])).toEqual([
      city,
      { ...cpf, value: '124' },
    ]);
  });

  const list = fc.array(
    fc.record({
      id: fc.constantFrom('1', '2', '2-2', 'a'),
      name: fc.constantFrom('CPF', 'RG'),
      value: fc.constantFrom('', 'x', 'y'),
    }),
    { maxLength: 5 },
  );
  it('is what was given where nobody else changed anything, in whatever ids', () => {
    fc.assert(
      fc.property(list, list, (seen, given) => {
        const joined = joinExtraInfo(seen, seen, given);
        expect(words(joined).sort()).toEqual(words(given).sort());
      }),
    );
  });
  it('has an id of its own for each, whoever gave them', () => {
    fc.assert(
      fc.property(list, list, list, (current, seen, given) => {
        for (const result of [joinExtraInfo(current, seen, given), withOwnIds(given)]) {
          const ids = result.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
        }
      }),
    );
  });
});
