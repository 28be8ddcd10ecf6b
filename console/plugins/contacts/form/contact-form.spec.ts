import { describe, expect, test } from 'vitest';
import { contactFrom, emptyContact, refusedFields } from './contact-form.ts';
import { checkContact } from './contact-schema.ts';

const good = { name: 'Zé', number: '5511955500142', email: '', extraInfo: [] };

describe('the contact form', () => {
  test('takes a name of 2 to 50 letters and a number of 8 to 50', () => {
    expect(checkContact(good)).toEqual({});
    expect(checkContact(emptyContact)).toEqual({ name: 'required', number: 'required' });
    expect(checkContact({ ...good, name: 'Z', number: '1234567' })).toEqual({
      name: 'short',
      number: 'short',
    });
    expect(checkContact({ ...good, name: 'Z'.repeat(51), number: '1'.repeat(51) })).toEqual({
      name: 'long',
      number: 'long',
    });
  });
  test('whom the network never named a number of is saved without one', () => {
    expect(checkContact({ ...good, number: '' }, { number: '' })).toEqual({});
    expect(checkContact({ ...good, number: '12' }, { number: '' })).toEqual({ number: 'short' });
    expect(checkContact({ ...good, number: '' }, { number: '5511955500142' })).toEqual({
      number: 'required',
    });
  });
  test('an e-mail may be missing but not wrong', () => {
    expect(checkContact({ ...good, email: '' })).toEqual({});
    expect(checkContact({ ...good, email: ' ' })).toEqual({});
    expect(checkContact({ ...good, email: 'marina@' })).toEqual({ email: 'email' });
    expect(checkContact({ ...good, email: ' marina@coutinho.exemplo ' })).toEqual({});
  });
  test('an information needs a name', () => {
    const extraInfo = [
      { id: '1', name: 'Cidade', value: '' },
      { id: '2', name: ' ', value: 'x' },
    ];
    expect(checkContact({ ...good, extraInfo })).toEqual({ 'extraInfo.1.name': 'required' });
  });
  test('typed digits become the number, anything else the name', () => {
    expect(contactFrom('+55 11 95550-0142').number).toBe('+55 11 95550-0142');
    expect(contactFrom(' Marina ').name).toBe('Marina');
  });
  test("the server's words stand at their fields", () => {
    expect(refusedFields({ code: 'ERR_DUPLICATED_CONTACT' })).toEqual({ number: 'duplicate' });
    expect(
      refusedFields({ code: 'ERR_VALIDATION', errors: { name: 'tooShort', email: 'invalidEmail' } }),
    ).toEqual({ name: 'short', email: 'email' });
    expect(refusedFields({ code: 'ERR_INTERNAL' })).toBeUndefined();
  });
});
