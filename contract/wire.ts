// The spec calls a connection `whatsapp`, and a number that the network knows valid there. Its names are spoken on the wire alone: at the edge of the API, where answers,
// frames and refusals go out and bodies come in, and at that of the console. Everything between has one word for it.

interface Spoken {
  readonly connectionId: 'whatsappId';
  readonly connection: 'whatsapp';
  readonly isOnNetwork: 'isWhatsappValid';
}
type Meant = { readonly [Name in keyof Spoken as Spoken[Name]]: Name };

// A switch, no table: an answer asks once for each field of each ticket on a page.
function spokenFor(name: string): string {
  switch (name) {
    case 'connectionId':
      return 'whatsappId';
    case 'connection':
      return 'whatsapp';
    case 'isOnNetwork':
      return 'isWhatsappValid';
    default:
      return name;
  }
}
function meantBy(name: string): string {
  switch (name) {
    case 'whatsappId':
      return 'connectionId';
    case 'whatsapp':
      return 'connection';
    case 'isWhatsappValid':
      return 'isOnNetwork';
    default:
      return name;
  }
}

/** A shape under the spec's names. */
export type OnWire<T> = { [Name in keyof T as Name extends keyof Spoken ? Spoken[Name] : Name]: T[Name] };
/** A shape under our own. */
export type OffWire<T> = { [Name in keyof T as Name extends keyof Meant ? Meant[Name] : Name]: T[Name] };

const renameKeys = (value: object, nameOf: (name: string) => string): object => {
  const fields = value as Readonly<Record<string, unknown>>;
  const named: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) named[nameOf(name)] = fields[name];
  return named;
};

/** Returns the same under the spec's names, in the same order. What it holds is left as it is. */
export const toWire = <T extends object>(value: T): OnWire<T> => renameKeys(value, spokenFor) as OnWire<T>;

/** Returns the same under our names. What it holds is left as it is. */
export const fromWire = <T extends object>(value: T): OffWire<T> => renameKeys(value, meantBy) as OffWire<T>;

/** Returns a request's body under the spec's names. */
export const bodyToWire = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? toWire(body) : body;

/** Returns a whole answer or frame under our names, however deep they stand; a part without any is not copied. */
export function answerFromWire(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) value[at] = answerFromWire(value[at]);
    return value;
  }
  const fields = value as Record<string, unknown>;
  let foreign = false;
  for (const name in fields) {
    if (meantBy(name) !== name) foreign = true;
    const inner = fields[name];
    if (typeof inner === 'object' && inner !== null) fields[name] = answerFromWire(inner);
  }
  return foreign ? renameKeys(fields, meantBy) : fields;
}
