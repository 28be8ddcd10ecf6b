import type { DataProvider } from 'ra-core';
import simpleRest from 'ra-data-simple-rest';
import { answerFromWire } from '../../contract/wire.ts';
import { ApiError, api, apiResponse, textOf } from './api.ts';
import { errorText, notifyError } from './notify.ts';

const restProvider: DataProvider = simpleRest('/resources', async (url, options = {}) => {
  const method = options.method as 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined;
  const response = await apiResponse(url, {
    ...(method && { method }),
    ...(typeof options.body === 'string' && { body: JSON.parse(options.body) as unknown }),
  });
  const body = await textOf(response);
  const json: unknown = body === '' ? undefined : answerFromWire(JSON.parse(body));
  return { status: response.status, headers: response.headers, body, json };
});

type Data = Readonly<Record<string, unknown>>;
type Row = Data & { readonly id: string };

/** Whether somebody has chosen a file, by what a form's file field holds. */
const isChosen = (value: unknown): value is { readonly rawFile: File } =>
  typeof value === 'object' && value !== null && 'rawFile' in value && value.rawFile instanceof File;

/** Returns the key of what a field was refused for. */
const wordOf = (code: string): string => (code.startsWith('ERR_') ? `errors.${code}` : `fields.${code}`);

/** Returns a refusal in words: react-admin shows the message of an error, and takes field errors for keys. */
const wordFailure = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, details, errors } = error;
    throw new ApiError(status, code, errorText(error), {
      ...(details && { details }),
      ...(errors && {
        errors: Object.fromEntries(Object.entries(errors).map(([name, why]) => [name, wordOf(why)])),
      }),
    });
  }
};

/** Returns a form's values and files apart: files go by routes of their own, once there is a record to have them. */
const apart = (data: Data) => ({
  values: Object.fromEntries(Object.entries(data).filter(([, value]) => !isChosen(value))),
  files: Object.entries(data).flatMap(([name, value]) =>
    isChosen(value) ? [[name, value.rawFile] as const] : [],
  ),
});

const storeFiles = async (
  resource: string,
  row: Row,
  files: readonly (readonly [string, File])[],
): Promise<Row> => {
  let after = row;
  for (const [name, file] of files) {
    const form = new FormData();
    form.set('file', file);
    after = await api<Row>(`/resources/${resource}/${row.id}/files/${name}`, { method: 'POST', form });
  }
  return after;
};

/** The generated screens' records, through the one API client, so that refresh and sign-out are the same everywhere. */
export const resources: DataProvider = {
  ...restProvider,
  /** With `meta.idempotencyKey` asking again, after an answer that got lost, is not asking for a second record. */
  create: async (resource, { data, meta }) => {
    const { values, files } = apart(data as Data);
    const idempotencyKey = meta?.idempotencyKey as string | undefined;
    const made = await wordFailure(api<Row>(`/resources/${resource}`, { body: values, idempotencyKey }));
    // The record stands: a file that is refused is said, and can be chosen again in it.
    const stored = await storeFiles(resource, made, files).catch((error: unknown) => {
      notifyError(error);
      return made;
    });
    return { data: stored as never };
  },
  /** `data`: what changed, and nothing else. A file that was taken out (`null`) goes with the name it had. */
  update: async (resource, { id, data, meta }) => {
    const { values, files } = apart(data as Data);
    const path = `/resources/${resource}/${String(id)}`;
    const gone = ((meta?.files ?? []) as readonly string[]).filter((name) => values[name] === null);
    for (const name of gone) delete values[name];
    let after = await wordFailure(api<Row>(path, { method: 'PUT', body: values }));
    for (const name of gone)
      after = await wordFailure(api<Row>(`${path}/files/${name}`, { method: 'DELETE' }));
    return { data: (await wordFailure(storeFiles(resource, after, files))) as never };
  },
  delete: (resource, params) => wordFailure(restProvider.delete(resource, params)),
  deleteMany: (resource, params) => wordFailure(restProvider.deleteMany(resource, params)),
};
