import { z } from 'zod';
import { DomainError } from '../../domain/errors.ts';
import type { RecordDefinition } from '../../domain/records/definition.ts';
import { records } from '../../domain/records/index.ts';
import { treeOf } from '../../domain/records/record-tree.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import { awaitSettled } from '../http/commands.ts';
import { id, idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { fileFieldsOf } from './checked-form.ts';
import { formValues } from './form.ts';
import { inPlace } from './nested.ts';
import type { Reading } from './reading.ts';
import type { RecordSchemas } from './schemas.ts';
import { contextFor } from './scope.ts';

const values = z.record(z.string(), z.unknown());
/** As many as anybody draws in one sitting; what it comes to must fit into one append. */
const changes = z
  .array(
    z.union([
      z.strictObject({ create: id, values }),
      z.strictObject({ update: id, values, before: values.optional() }),
      z.strictObject({ delete: id, below: z.number().int().min(0).optional() }),
    ]),
  )
  .min(1)
  .max(500);

/** A tree that was edited as a whole: all of its changes in one step, or none of them. */
export function recordTreeRoute(
  api: Pick<Api, 'app' | 'desk' | 'reached' | 'config'>,
  definition: RecordDefinition,
  { reader, views }: Reading,
  view: RecordSchemas['view'],
): void {
  const shape = treeOf(records, definition);
  const parent = records.find(({ children }) => children?.record === definition.name);
  const { change } = api.desk.records(definition.name);
  if (shape === undefined || parent === undefined || change === undefined) return;
  const { plural, access } = definition;

  /** A file comes by its own route: here it can only be taken away. @throws ERR_VALIDATION */
  function rowOf(body: Readonly<Record<string, unknown>>) {
    const given = formValues(definition, body);
    for (const name of [...fileFieldsOf(definition), 'mediaName'])
      if ((given[name] ?? null) !== null)
        throw new DomainError('ERR_VALIDATION', 'A file is uploaded', { errors: { [name]: 'invalid' } });
    return given;
  }

  api.app.put(
    `/api${parent.path}/:id/tree`,
    {
      config: { rule: access.update },
      schema: {
        tags: [plural],
        summary:
          'Changes several options of the tree in one step. `before`: what the one who changes it saw (ERR_CONFLICT ' +
          'where it is another by now); `below`: how many they were told to delete with it.',
        params: idParams,
        body: z.object({ changes }),
        response: { 200: z.array(view) },
      },
    },
    async (request, reply) => {
      const of = request.params.id;
      const there = await reader(request).get(parent.plural, of);
      if (!there) throw new DomainError('ERR_NO_QUEUE_FOUND');
      const outcome = await change(contextFor(definition, request), {
        of,
        changes: request.body.changes.map((one) =>
          'values' in one ? { ...one, values: rowOf(one.values) } : one,
        ),
      });
      await awaitSettled(api, reply, outcome);
      const rows = await reader(request).find<RecordDocument>(plural, {
        where: { [shape.parentField]: of },
        limit: 1_000,
      });
      return views(request, inPlace(definition, rows));
    },
  );
}
