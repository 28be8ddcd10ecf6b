import type { EventSchemas } from './schema.ts';

/**
 * Which fields of an event are personal data of whom it is about, each with what it reads as once that person
 * was erased; undefined: it is left out. A dot reaches into an object.
 */
export type PersonalFields = Readonly<Record<string, unknown>>;

/** Declared beside the schemas, once: types that are not named hold nothing personal. */
export type Personal<S extends EventSchemas> = { readonly [T in keyof S & string]?: PersonalFields };

type Fields = Readonly<Record<string, unknown>>;
interface Place {
  readonly name: string;
  readonly top: string;
  /** Of an object: the field in it. */
  readonly inner: string | undefined;
  readonly blank: unknown;
}

/** An event type's personal fields, ready to be taken out of its data and put back. */
export interface PersonalPlaces {
  readonly byTop: ReadonlyMap<string, readonly Place[]>;
  readonly byName: ReadonlyMap<string, Place>;
  readonly places: readonly Place[];
}

export const personalPlaces = (fields: PersonalFields): PersonalPlaces => {
  const places = Object.entries(fields).map(([name, blank]): Place => {
    const [top = name, inner] = name.split('.');
    return { name, top, inner, blank };
  });
  return {
    places,
    byTop: Map.groupBy(places, ({ top }) => top),
    byName: new Map(places.map((place) => [place.name, place])),
  };
};

const without = (value: Fields, places: readonly Place[]): Fields =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !places.some(({ inner }) => inner === key)));

/** Returns the data without what is personal, and that by its names; undefined: nothing personal is in them. */
export const takeOut = (
  { byTop }: PersonalPlaces,
  data: Fields,
): { readonly clear: Fields; readonly personal: Fields } | undefined => {
  const clear: Record<string, unknown> = {};
  const personal: Record<string, unknown> = {};
  let some = false;
  for (const key of Object.keys(data)) {
    const value = data[key];
    const places = byTop.get(key);
    if (places === undefined || value === undefined) {
      clear[key] = value;
      continue;
    }
    const [first] = places as [Place];
    if (first.inner === undefined) {
      if (value === first.blank) clear[key] = value;
      else {
        personal[key] = value;
        some = true;
      }
      continue;
    }
    clear[key] = without(value as Fields, places);
    for (const { name, inner } of places) {
      const own = (value as Fields)[inner!];
      if (own === undefined) continue;
      personal[name] = own;
      some = true;
    }
  }
  return some ? { clear, personal } : undefined;
};

/** Returns stored data with what was taken out of them in place of their box. */
export const putBack = ({ byName }: PersonalPlaces, stored: Fields, personal: Fields): Fields => {
  const data: Record<string, unknown> = {};
  for (const key in stored) if (key !== 'sealed') data[key] = stored[key];
  for (const name in personal) {
    const inner = byName.get(name)?.inner;
    if (inner === undefined) data[name] = personal[name];
    else {
      const { top } = byName.get(name)!;
      data[top] = { ...(data[top] as Fields | undefined), [inner]: personal[name] };
    }
  }
  return data;
};

/** Returns stored data as they read when what was taken out of them is gone for good. */
export const blankOut = ({ places }: PersonalPlaces, stored: Fields): Fields => {
  const { sealed: _, ...clear } = stored;
  const data: Record<string, unknown> = clear;
  for (const { top, inner, blank } of places) {
    if (blank === undefined) continue;
    if (inner === undefined) data[top] = blank;
    else if (typeof data[top] === 'object' && data[top] !== null)
      data[top] = { ...(data[top] as Fields), [inner]: blank };
  }
  return data;
};
