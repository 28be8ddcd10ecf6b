import { expect, it } from 'vitest';
import { contactOptions } from './contact-options.ts';

const helena = { id: '1', name: 'Helena', number: '5511955501001' };

it.each(['+55 11 95550-1001', '(11) 95550-1001', '11955501001', '011 95550.1001', '95550-1001'])(
  'nobody is offered to create %s again, which somebody has',
  (typed) => {
    expect(contactOptions(typed, [helena], false)).toEqual([{ contact: helena }]);
  },
);
it('a number that nobody has, and a name that others bear too, may be created', () => {
  expect(contactOptions(' 11 95550-1002 ', [], false)).toEqual([{ create: '11 95550-1002' }]);
  expect(contactOptions('Helena', [helena], false)).toEqual([{ contact: helena }, { create: 'Helena' }]);
});
it('nothing is offered before it is known who is there', () => {
  expect(contactOptions('11 95550-1002', [], true)).toEqual([]);
  expect(contactOptions('He', [], false)).toEqual([]);
});
