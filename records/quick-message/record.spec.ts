import { describe, expect, test } from 'vitest';
import type { RowRights } from '../../domain/records/ownership.ts';
import type { RecordCommand } from '../../domain/records/record-aggregate.ts';
import { recordDecider, uniqueValues } from '../../domain/records/record-aggregate.ts';
import { given } from '../../testing/decider.ts';
import { record as quickMessage } from './record.ts';

const decider = recordDecider(quickMessage);
const ana: RowRights = { userId: 'ana', any: false, share: false };
const bruno: RowRights = { userId: 'bruno', any: false, share: false };
const supervisor: RowRights = { userId: 'sofia', any: true, share: false };
const admin: RowRights = { userId: 'root', any: true, share: true };

const values = {
  ...{ shortcode: 'pix', message: 'A chave é …', mediaPath: null, mediaName: null },
  ...{ geral: false, status: true, userId: 'ana' },
};
const created = (more: object = {}) => ({
  type: 'QuickMessageCreated',
  data: { id: 'q1', ...values, ...more },
});
type Plain = Pick<RecordCommand, 'type' | 'data'>;
const create = (data: object, rights: RowRights) =>
  ({ type: 'CreateRecord', data: { id: 'q1', ...data }, rights }) as Plain;
const update = (data: object, rights: RowRights) =>
  ({ type: 'UpdateRecord', data: { id: 'q1', ...data }, rights }) as Plain;
const remove = (rights: RowRights) => ({ type: 'DeleteRecord', data: { id: 'q1' }, rights }) as Plain;
const givenRow = given(decider);

describe('a quick message', () => {
  test('belongs to who creates it, whoever it names', () => {
    const wanted = create({ shortcode: 'pix', message: 'A chave é …', userId: 'bruno' }, ana);
    expect(givenRow().when(wanted).events()).toEqual([created()]);
  });
  test.each(['', ' ', '/', '//'])('needs a shortcode: %j is none', (shortcode) => {
    expect(givenRow().when(create({ shortcode }, ana)).refusal()).toMatchObject({
      code: 'ERR_VALIDATION',
      errors: { shortcode: expect.any(String) },
    });
  });
  test('without a shortcode says so by the field', () => {
    expect(givenRow().when(create({}, ana)).refusal().errors).toEqual({ shortcode: 'required' });
  });
  test('is the same one with the slash that calls it and without', () => {
    const [event] = givenRow()
      .when(create({ shortcode: ' /pix ' }, ana))
      .events();
    expect(event?.data).toMatchObject({ shortcode: 'pix' });
  });
  test('has its shortcode to itself among its owner’s, whatever the case', () => {
    const of = (more: object) => uniqueValues(quickMessage, { ...values, ...more })[0]?.value;
    expect(of({ shortcode: 'PIX' })).toBe(of({}));
    expect(of({ userId: 'bruno' })).not.toBe(of({}));
    // A name that looks like the two together is neither.
    expect(of({ userId: 'a', shortcode: 'b' })).not.toBe(of({ userId: null, shortcode: '["a","b"]' }));
  });
});

describe('for everybody', () => {
  test('only who may share makes it, or takes it back', () => {
    for (const rights of [ana, supervisor]) {
      expect(
        givenRow()
          .when(create({ shortcode: 'pix', geral: true }, rights))
          .refusal().code,
      ).toBe('ERR_NO_PERMISSION');
      const shared = givenRow(created({ geral: true }));
      expect(shared.when(update({ geral: false }, rights)).refusal().code).toBe('ERR_NO_PERMISSION');
    }
    expect(
      givenRow()
        .when(create({ shortcode: 'pix', geral: true }, admin))
        .events(),
    ).toHaveLength(1);
    expect(
      givenRow(created())
        .when(update({ geral: true }, admin))
        .events(),
    ).toEqual([{ type: 'QuickMessageUpdated', data: { id: 'q1', ...values, geral: true } }]);
  });
  test('its owner changes it no longer, a supervisor does', () => {
    const shared = givenRow(created({ geral: true }));
    expect(shared.when(update({ message: 'x' }, ana)).refusal().code).toBe('ERR_NO_PERMISSION');
    expect(shared.when(remove(ana)).refusal().code).toBe('ERR_NO_PERMISSION');
    expect(shared.when(update({ message: 'x' }, supervisor)).events()).toHaveLength(1);
    expect(shared.when(remove(supervisor)).events()).toHaveLength(1);
  });
});

describe('somebody’s own', () => {
  test('is changed and deleted by its owner, by no other user', () => {
    const own = givenRow(created());
    expect(own.when(update({ message: 'x' }, ana)).events()).toHaveLength(1);
    expect(own.when(remove(ana)).events()).toHaveLength(1);
    expect(own.when(update({ message: 'x' }, bruno)).refusal().code).toBe('ERR_NO_PERMISSION');
    expect(own.when(remove(bruno)).refusal().code).toBe('ERR_NO_PERMISSION');
  });
  test('stays its owner’s when a supervisor or an admin changes it', () => {
    for (const rights of [supervisor, admin]) {
      const [event] = givenRow(created())
        .when(update({ message: 'x', userId: 'root' }, rights))
        .events();
      expect(event?.data).toMatchObject({ userId: 'ana', message: 'x' });
    }
  });
});
