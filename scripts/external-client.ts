import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateAst, type OpenAPI, parseSpec, printAst } from 'oazapfts';
import { createContext } from 'oazapfts/context';
import { startTestApi } from '../testing/api.ts';
import { format } from './records/format.ts';

/**
 * `npm run client`: a client of what other systems call, from the reference that the server serves. It stands in the
 * project, so that the compiler checks the calls of the tests by it and a change of what others rely on is seen as one.
 */
const root = join(import.meta.dirname, '..');
const folder = 'testing/external-client';
const purpose =
  '/** The API as other systems call it by a token: their client, generated, by which the compiler checks our tests. */\n\n';
const form = 'multipart/form-data';

interface Operation {
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Returns the reference with those operations alone that `choose` gives back. */
function chosen(
  reference: string,
  choose: (operation: Operation) => Operation | undefined,
): OpenAPI.Document {
  const whole = JSON.parse(reference) as { readonly paths: Paths };
  const paths = Object.entries(whole.paths).flatMap(([path, operations]) => {
    const kept = Object.entries(operations).flatMap(([method, operation]) => {
      const one = choose(operation);
      return one ? [[method, one] as const] : [];
    });
    return kept.length > 0 ? [[path, Object.fromEntries(kept)] as const] : [];
  });
  return { ...whole, paths: Object.fromEntries(paths) } as unknown as OpenAPI.Document;
}

const byToken = (operation: Operation): Operation | undefined =>
  operation.security?.some((way) => 'token' in way) ? operation : undefined;

/** Returns the call that sends its body as a form: a client sends a body in one way, and who sends files has one of its own. */
function byForm(operation: Operation): Operation | undefined {
  const content = operation.requestBody?.content[form];
  if (!byToken(operation) || !content) return undefined;
  return { ...operation, requestBody: { ...operation.requestBody, content: { [form]: content } } };
}

/** Returns the code of the clients by the paths of their files. @param reference as `/api/docs/json` answers it */
export async function clientsOf(reference: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const [name, choose] of [
    ['client', byToken],
    ['forms', byForm],
  ] as const) {
    const file = `${folder}/${name}.ts`;
    const spec = await parseSpec(chosen(reference, choose));
    const context = createContext(spec, { argumentStyle: 'object', useUnknown: true });
    files.set(file, await format(root, file, purpose + printAst(await generateAst(context))));
  }
  return files;
}

if (import.meta.main) {
  const api = await startTestApi();
  const { body } = await api.app.inject({ url: '/api/docs/json' });
  await api.close();
  for (const [file, text] of await clientsOf(body)) {
    writeFileSync(join(root, file), text);
    console.log(`written: ${file}`);
  }
}
