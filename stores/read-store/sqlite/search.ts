import type { SearchSpec } from '../../../projections/ports/read-store.ts';
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
  const codes = scope.codes();
  const of = codes.join();
  const known = latestSearch.get(table);
  if (known?.search === search && known.of === of) return known.match;
  const match = matchIn(spec, codes, search);
  latestSearch.set(table, { search, of, match });
  return match;
};

/** What was asked last: a page is asked for, then the number of what is found, and a word is taken apart once. */
const latestSearch = new WeakMap<
  Table,
  { readonly search: string; readonly of: string; readonly match: string | undefined }
>();

const matchIn = (spec: SearchSpec, codes: readonly string[], search: string): string | undefined => {
  const terms = queryTerms(search, spec);
  if (!terms) return undefined;
  if (terms.length === 0) return '';
  const askedWord = (code: string, word: string) =>
    spec.parts
      ? `"${rowTokensAsked(word)
          .map((token) => code + token)
          .join(' ')}"`
      : `"${code}${word}"*`;
  const either = (parts: readonly string[], by: string) =>
    parts.length === 1 ? parts[0]! : `(${parts.join(by)})`;
  return codes
    .map(
      (code) =>
        `(${terms
          .map((ways) =>
            either(
              ways.map((words) =>
                either(
                  words.map((word) => askedWord(code, word)),
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
