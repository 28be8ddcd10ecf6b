type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Returns the same without the fields that are null: they were numbers that JSON knows none of, and are optional. */
const withoutNulls = (value: unknown): unknown =>
  isFields(value) ? Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null)) : value;

const zeroFields = (value: unknown, names: readonly string[]): unknown =>
  isFields(value)
    ? { ...value, ...Object.fromEntries(names.flatMap((name) => (value[name] === null ? [[name, 0]] : []))) }
    : value;

/**
 * Returns a message's stored data with numbers where JSON left null: NaN and the infinities, which a phone may send,
 * were once stored unchecked. Required numbers become 0, optional ones are left out.
 */
export const healNulls = (data: unknown): unknown => {
  if (!isFields(data)) return data;
  const { media, extra } = data;
  return {
    ...data,
    ...(isFields(media) && { media: withoutNulls(zeroFields(media, ['size'])) }),
    ...(isFields(extra) && {
      extra: {
        ...extra,
        ...(isFields(extra.location) && {
          location: withoutNulls(zeroFields(extra.location, ['latitude', 'longitude'])),
        }),
        ...(isFields(extra.call) && { call: withoutNulls(extra.call) }),
      },
    }),
  };
};

/** Returns a hand-over as it is stored since a loop is a cause: builds of one day had it for a reason. */
export const healLoop = (data: unknown): unknown =>
  isFields(data) && data.reason === 'loop' ? { ...data, reason: 'limit', cause: 'loop' } : data;
