const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const base32 = (value: number, length: number): string => {
  let rest = value;
  let text = '';
  for (let i = 0; i < length; i += 1) {
    text = alphabet[rest % 32]! + text;
    rest = Math.floor(rest / 32);
  }
  return text;
};

const dayMs = 24 * 60 * 60 * 1000;
const firstDay = Date.UTC(2020, 0, 1);

/**
 * Returns the number people say on the phone: three characters for the day (UTC, since 2020) and five drawn from the
 * ticket's id, in Crockford's base 32 (no I, L, O, U). A running number per company would make every new ticket of a
 * company wait for one counter. Two tickets of one day share a number once in some 33 million pairs, which harms
 * nothing: the id identifies the ticket, and a search shows both.
 */
export const protocolOf = (ticketId: string, openedAt: string): string => {
  const days = Math.max(0, Math.floor((Date.parse(openedAt) - firstDay) / dayMs));
  const drawn = Number.parseInt(ticketId.replaceAll('-', '').slice(-7), 16) >> 3;
  return base32(days, 3) + base32(drawn, 5);
};

const protocolSearch = /^#?(\d[0-9a-z]{3,7})$/i;
/** What people write for characters that the alphabet lacks. */
const misheard: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** Returns the protocol, or its beginning of four characters or more, that a search may mean: `#2ek7`. Undefined: none. */
export const protocolAsked = (search: string): string | undefined =>
  protocolSearch
    .exec(search.trim())?.[1]
    ?.toUpperCase()
    .replace(/[OIL]/g, (letter) => misheard[letter] ?? letter);
