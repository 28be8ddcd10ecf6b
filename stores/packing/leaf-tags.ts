/**
 * The leaves of a JSON value as bytes, a storage format. Each begins with a byte that says what follows; what it says
 * is never changed, another form is another byte.
 */
export const tag = {
  null: 0,
  true: 1,
  false: 2,
  emptyList: 3,
  /** An id that is known: its place (a byte) among those given and those written before. */
  sameId: 4,
  /** A UUID in lower case: its 16 bytes. */
  id: 5,
  /** An instant as `toISOString` writes it: milliseconds since 1970 in 6 bytes, the highest first. */
  instant: 6,
  /** A whole number not below 0: a varint. */
  whole: 7,
  /** Any other number: a double, its lowest byte first. */
  number: 8,
  /** Base64url behind one letter, as sealed data is: the letter, how many bytes (a varint), the bytes. */
  sealed: 9,
  /** A text: its length in bytes (a varint), UTF-8. */
  text: 10,
  /** What is none of these, as JSON: as a text. */
  json: 11,
  /** A name of the file's own table: its number (a varint). */
  name: 12,
  /** Hexadecimal digits in capitals, as ids of messages are: how many bytes (a varint), the bytes. */
  hex: 13,
  /** An instant near the one before it: milliseconds between them (a signed varint). */
  nearInstant: 14,
  /** A UUID that was made at about the time of the one before it: milliseconds between their times (a signed varint), its last 10 bytes. */
  nearId: 15,
  /** Two and more nulls: how many (a byte). */
  nulls: 16,
  /** The number that is known. */
  sameNumber: 17,
  /** From here: an id that is known, by a place below 16. */
  firstIds: 48,
  /** From here: a number below 64. */
  small: 64,
  /** From here: a text of fewer than 128 bytes of UTF-8. */
  short: 128,
} as const;

/** As many ids as a place, one byte, can tell apart. */
export const mostIds = 256;
