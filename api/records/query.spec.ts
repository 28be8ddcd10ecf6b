import { describe, expect, it } from 'vitest';
import { isDomainError } from '../../domain/errors.ts';
import { queue, tag } from '../../records/index.ts';
import { recordQuery } from './query.ts';

type Given = Parameters<typeof recordQuery>[1];
const of = (given: Given) => recordQuery(tag, given);
const refusal = (given: Given): Readonly<Record<string, string>> | undefined => {
  try {
    of(given);
  } catch (error) {
    if (isDomainError(error, 'ERR_VALIDATION')) return error.errors;
    throw error;
  }
  return undefined;
};

describe('the simple-rest dialect', () => {
  it('nothing asked is the first 25 by title', () => {
    expect(of({})).toEqual({
      query: { where: {}, sort: ['sortTitle'], skip: 0, limit: 25 },
      ids: undefined,
      from: 0,
    });
    expect(of({ sort: '', range: '', filter: '' })).toEqual(of({}));
  });

  it('gives what is asked', () => {
    expect(
      of({
        sort: '["updatedAt","DESC"]',
        range: '[50,74]',
        filter: '{"q":"vip","color":["#fff",null],"name":"x"}',
      }),
    ).toEqual({
      query: {
        where: { color: { in: ['#fff', null] }, name: 'x' },
        search: 'vip',
        sort: ['-updatedAt'],
        skip: 50,
        limit: 25,
      },
      ids: undefined,
      from: 50,
    });
    expect(of({ sort: '["id","ASC"]' }).query.sort).toEqual(['number']);
    expect(of({ filter: '{"id":"a-1"}' }).ids).toEqual(['a-1']);
    expect(of({ filter: '{"id":["a-1","b.2"]}' }).ids).toEqual(['a-1', 'b.2']);
    expect(of({ filter: '{"id":[]}' }).ids).toEqual([]);
    expect(of({ range: '[0,999]' }).query.limit).toBe(1_000);
  });

  it.each([
    'name',
    '{}',
    'null',
    '"name"',
    '[]',
    '["name"]',
    '["name","SIDEWAYS"]',
    '["name","asc; drop"]',
    '["name",1]',
    '["name","ASC","x"]',
    '[7,"ASC"]',
    '["greetingMessage","ASC"]',
    '["passwordHash","ASC"]',
    '["ticketsCount","ASC"]',
    '["__proto__","ASC"]',
    '["constructor","ASC"]',
    '["a.b","ASC"]',
    '["name","ASC"',
  ])('a sort of %s is refused by name', (sort) => {
    expect(refusal({ sort })).toEqual({ sort: 'invalid' });
  });

  it.each([
    '0,24',
    '[]',
    '[0]',
    '[0,1,2]',
    '[5,4]',
    '[-1,4]',
    '[0,-1]',
    '[0.5,4]',
    '["0","4"]',
    '[0,1000]',
    '[1e300,1e300]',
    '[1e400,1e400]',
    '[0,1e300]',
    '[9007199254740993,9007199254740994]',
    '[10000000,10000001]',
    '[NaN,4]',
    '[null,null]',
    '{"0":0,"1":5}',
    '"x"',
    'null',
  ])('a range of %s is refused by name', (range) => {
    expect(refusal({ range })).toEqual({ range: 'invalid' });
  });

  it.each([
    '{',
    '[]',
    'null',
    '"name"',
    '7',
    '{"unknown":1}',
    '{"companyId":"other"}',
    '{"__proto__":1}',
    '{"constructor":"x"}',
    '{"name":{"$gt":""}}',
    '{"name":[["x"]]}',
    '{"name":[{"a":1}]}',
    '{"number":1e400}',
    '{"q":7}',
    '{"q":["x"]}',
    `{"q":"${'x'.repeat(201)}"}`,
    '{"id":7}',
    '{"id":null}',
    '{"id":[1,"a"]}',
    '{"id":[null]}',
    '{"id":["../../etc"]}',
    '{"id":[""]}',
    JSON.stringify({ id: Array.from({ length: 501 }, (_, at) => `id-${at}`) }),
    JSON.stringify({ name: Array.from({ length: 501 }, (_, at) => `${at}`) }),
  ])('a filter of %s is refused by name', (filter) => {
    expect(refusal({ filter })).toEqual({ filter: 'invalid' });
  });

  it('what one record is sorted by another may not be', () => {
    expect(recordQuery(queue, { sort: '["orderQueue","ASC"]' }).query.sort).toEqual(['orderQueue']);
    expect(refusal({ sort: '["orderQueue","ASC"]' })).toEqual({ sort: 'invalid' });
  });
});
