import { z } from 'zod';
import { DomainError } from '../../domain/errors.ts';
import { underscoreSpaces } from '../../domain/ticket/file-name.ts';
import type { FileOption } from '../../records/file-list/record.ts';
import { fileList } from '../../records/index.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import { type Form, isRefused, withForm } from '../http/multipart.ts';
import { idParams } from '../http/schemas.ts';
import { createReading } from '../records/reading.ts';
import type { Api } from '../services.ts';

type Needs = Pick<
  Api,
  | 'app'
  | 'readStore'
  | 'names'
  | 'limits'
  | 'desk'
  | 'eventStore'
  | 'state'
  | 'media'
  | 'reached'
  | 'config'
  | 'log'
>;

const fileRefusal = (name: string, code: string) =>
  new DomainError('ERR_VALIDATION', 'Each file with the id of its message', { errors: { [name]: code } });

/** Returns a list's messages with the files that came for them. @throws ERR_VALIDATION for a file of no message */
function withFiles(before: readonly FileOption[] = [], { fields, files }: Form): FileOption[] {
  const options = [...before];
  for (const [at, file] of files.entries()) {
    const place = options.findIndex(({ id }) => id === fields.id?.[at]);
    const named = place === -1 ? options.findIndex(({ name }) => name === fields.name?.[at]) : place;
    const option = options[named];
    if (option === undefined) throw fileRefusal('id', 'invalid');
    options[named] = {
      ...option,
      path: file.id,
      mediaType: file.mime,
      file: underscoreSpaces(file.name),
    };
  }
  return options;
}

/** The files of a list's messages; the lists themselves are generated routes. */
export function fileRoutes(api: Needs): void {
  const { app, desk } = api;
  const { find, one } = createReading(api, fileList);

  app.post(
    '/api/files/uploadList/:id',
    {
      config: { rule: fileList.access.update },
      schema: {
        tags: [fileList.plural],
        summary: 'Stores files for messages of a list.',
        description:
          'A form with `files`, and for each of them `id` (of the message; or its `name`), in the same order. ' +
          '`fileId`, `typeArch` and `mediaType` are accepted and say nothing: what a file is its bytes tell.',
        params: idParams,
        response: { 200: z.looseObject({ id: z.string() }) },
      },
    },
    async (request, reply) => {
      const list = await find(request, request.params.id);
      if (!request.isMultipart()) throw fileRefusal('files', 'required');
      return withForm(api, request, async ({ fields, files }, neededFiles) => {
        if (files.length === 0) throw fileRefusal('files', 'required');
        for (const { id } of files) neededFiles.add(id);
        const outcome = await desk
          .records(fileList.name)
          .update(contextOf(request), { id: list.id }, undefined, ({ options }) => ({
            options: withFiles(options as readonly FileOption[] | undefined, { fields, files }),
          }))
          .catch((error: unknown) => {
            if (isRefused(error)) neededFiles.clear();
            throw error;
          });
        await awaitSettled(api, reply, outcome);
        return one(request, list.id);
      });
    },
  );
}
