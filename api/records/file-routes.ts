import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { can } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import { matchesType } from '../../domain/media/content-type.ts';
import type { RecordDefinition } from '../../domain/records/definition.ts';
import { rowRights } from '../../domain/records/ownership.ts';
import { pictureFiles } from '../../domain/records/shapes.ts';
import type { Media } from '../../domain/ticket/events.ts';
import { underscoreSpaces } from '../../domain/ticket/file-name.ts';
import { isRefused, withFile } from '../http/multipart.ts';
import { idParams } from '../http/schemas.ts';
import { demandShowable } from '../media/showable.ts';
import type { Api } from '../services.ts';
import { fileFieldsOf } from './checked-form.ts';
import type { Reading } from './reading.ts';
import { contextFor } from './scope.ts';
import type { RecordView } from './view.ts';
import type { Writing } from './writing.ts';

type Needs = Pick<
  Api,
  'app' | 'limits' | 'desk' | 'eventStore' | 'state' | 'media' | 'reached' | 'config' | 'log'
>;

/** @throws ERR_MEDIA_TYPE, ERR_TOO_LARGE for what the field does not take, whatever else may be uploaded */
async function demandAccepted(
  { media }: Needs,
  { session: { companyId } }: FastifyRequest,
  { fields }: RecordDefinition,
  { field, file }: { readonly field: string; readonly file: Media },
): Promise<void> {
  const { mime, name, size } = file;
  const widget = fields[field]?.widget;
  if (widget?.kind !== 'file') return;
  if (widget.mostBytes !== undefined && size > widget.mostBytes)
    throw new DomainError('ERR_TOO_LARGE', `At most ${widget.mostBytes} bytes`, {
      details: { bytes: widget.mostBytes, name },
      errors: { [field]: 'tooLong' },
    });
  if (!widget.strict) return;
  if (matchesType(mime, widget.accept.split(',')))
    return widget.accept === pictureFiles ? demandShowable(media, { companyId, field, file }) : undefined;
  throw new DomainError('ERR_MEDIA_TYPE', `Not accepted: ${mime}`, {
    details: { mime, name },
    errors: { [field]: 'invalid' },
  });
}

/** Files of a record: the field names the stored file, `mediaName` (where there is one) what it was called. */
export function recordFileRoutes(
  api: Needs,
  definition: RecordDefinition,
  { find }: Reading,
  { answerChange }: Writing,
  view: z.ZodType,
): void {
  const { app } = api;
  const { plural, path, access } = definition;
  const tags = [plural];
  const resource = `/api/resources/${plural}`;
  const desk = api.desk.records(definition.name);
  const fileFields = fileFieldsOf(definition);

  async function setFile(request: FastifyRequest, reply: FastifyReply, field: string): Promise<RecordView> {
    if (!can(request.session, access.update)) throw new DomainError('ERR_NO_PERMISSION');
    const document = await find(request, (request.params as { id: string }).id);
    const set = async (file: Media | undefined) =>
      desk.update(
        contextFor(definition, request),
        {
          [field]: file?.id ?? null,
          ...(definition.fields.mediaName && { mediaName: file ? underscoreSpaces(file.name) : null }),
          id: document.id,
        },
        rowRights(definition, request.session),
      );
    if (request.method === 'DELETE') return answerChange(request, reply, document.id, await set(undefined));
    return withFile(api, request, async (file, neededFiles) => {
      await demandAccepted(api, request, definition, { field, file });
      neededFiles.add(file.id);
      const outcome = await set(file).catch((error: unknown) => {
        if (isRefused(error)) neededFiles.delete(file.id);
        throw error;
      });
      // Repeated after its answer was lost: the record has the file of the first time.
      if (outcome.events.length === 0) neededFiles.delete(file.id);
      return answerChange(request, reply, document.id, outcome);
    });
  }

  for (const field of fileFields)
    for (const method of ['POST', 'DELETE'] as const)
      app.route({
        method,
        url: `${resource}/:id/files/${field}`,
        config: { rule: access.update },
        schema: { tags, params: idParams, response: { 200: view } },
        handler: (request, reply) => setFile(request, reply, field),
      });
  const [media] = fileFields;
  if (media !== undefined)
    for (const method of ['POST', 'DELETE'] as const)
      app.route({
        method,
        url: `/api${path}/:id/media-upload`,
        config: { rule: access.update },
        schema: { tags, params: idParams, response: { 200: view } },
        handler: (request, reply) => setFile(request, reply, media),
      });
}
