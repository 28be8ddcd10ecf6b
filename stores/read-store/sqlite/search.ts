import { queryTerms, rowTokensAsked } from '../words.ts';
import type { Scope } from './drive.ts';
import type { Table } from './schema.ts';

/**
 * Returns what FTS5 is asked: `("0001sao"* AND "0001pa"*)` for each company in sight; where parts are found,
 * `"0001mar 0001ari 0001rin"`. Undefined: no restriction. Empty: nothing can match.
 */
export const matchOf = (table: Table, scope: Scope, search: string | undefined): string | undefined => {
  if (search === undefined) return undefined;
  const spec = table.spec.search;
  if (!spec) throw new Error(`${table.spec.name} has no search fields`);
  const terms = queryTerms(search, spec);
  if (!terms) return undefined;
  if (terms.length === 0) return '';
  const asked = (code: string, word: string) =>
    spec.parts
      ? `"${rowTokensAsked(word)
          .map((token) => code + token)
          .join(' ')}"`
      : `"${code}${word}"*`;
  const either = (parts: readonly string[], by: string) =>
    parts.length === 1 ? parts[0]! : `(${parts.join(by)})`;
  return scope
    .codes()
    .map(
      (code) =>
        `(${terms
          .map((ways) =>
            either(
              ways.map((words) =>
                either(
                  words.map((word) => asked(code, word)),
                  ' AND ',
                ),
              ),
              ' OR ',
            ),
          )
          .join(' AND ')})`,
    )
    .join(' OR ');
};
