import type { Declaration } from '../../../domain/records/declare.ts';
import { addressedSecrets, addressOf } from '../../../domain/records/definition.ts';
import { isSamePlace } from '../../../domain/records/shapes.ts';

type Values = Readonly<Record<string, unknown>>;

/** Returns the secrets that the server keeps for the address of a row, and that nobody typed for the one that it is to have. */
export const leftBehind = (record: Declaration, row: Values | undefined, values: Values): readonly string[] =>
  addressedSecrets(record).flatMap(([name]) => {
    const isKept = row?.[`${name}Set`] === true && (values[name] ?? '') === '';
    return isKept && !isSamePlace(addressOf(record, name, values), addressOf(record, name, row))
      ? [name]
      : [];
  });

/**
 * Returns changes with the address that stood beside each secret while it was typed: where another changes that meanwhile, it is
 * not told to theirs.
 */
export const withAddresses = (record: Declaration, changes: Values, values: Values): Values => ({
  ...changes,
  ...Object.fromEntries(
    addressedSecrets(record).flatMap(([name, address]) =>
      changes[name] ? [[address, values[address] ?? null]] : [],
    ),
  ),
});
