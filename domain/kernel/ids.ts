import { parse, v5 } from 'uuid';

/** Never change it: ids of stored events and messages derive from it. */
const namespace = parse('5b0c1f6e-3d0e-5c55-9c86-0d2f4a1c7b11');
const utf8 = new TextEncoder();

/** The same parts give the same UUID (v5) in every process, so that a retry names the same thing. */
export const deriveId = (...parts: readonly (string | number)[]): string =>
  v5(utf8.encode(parts.join('\n')), namespace);
