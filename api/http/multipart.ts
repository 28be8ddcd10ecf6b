import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import type { Media } from '../../domain/ticket/events.ts';
import type { Api } from '../services.ts';
import { storeUpload } from './uploads.ts';

export interface Form {
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly files: readonly Media[];
}

/** Reads a multipart form; its files are stored as they come. If any of them is refused, none of them stays. */
export async function readForm(
  api: Pick<Api, 'media' | 'config' | 'log'>,
  request: FastifyRequest,
): Promise<Form> {
  const { companyId } = request.session;
  const fields: Record<string, string[]> = {};
  const files: Media[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file')
        files.push(
          await storeUpload(api, companyId, {
            name: part.filename,
            claimed: part.mimetype,
            content: part.file,
          }),
        );
      else if (typeof part.value === 'string')
        fields[part.fieldname] = [...(fields[part.fieldname] ?? []), part.value];
    }
  } catch (error) {
    await dropFiles(api, companyId, files);
    throw error;
  }
  return { fields, files };
}

/** Files that no event refers to: what was stored for a request that was then refused. */
export async function dropFiles(
  { media, log }: Pick<Api, 'media' | 'log'>,
  companyId: string,
  files: readonly Media[],
): Promise<void> {
  for (const file of files)
    await media
      .delete(companyId, file.id)
      .catch((err: unknown) =>
        log.warn({ err, mediaId: file.id }, 'a refused file stays in the media store'),
      );
}

/** Exactly one file. @throws ERR_VALIDATION */
export async function readFile(
  api: Pick<Api, 'media' | 'config' | 'log'>,
  request: FastifyRequest,
): Promise<Media> {
  if (!request.isMultipart())
    throw new DomainError('ERR_VALIDATION', 'A multipart form with one file', {
      errors: { file: 'required' },
    });
  const { files } = await readForm(api, request);
  const [file] = files;
  if (files.length === 1 && file) return file;
  await dropFiles(api, request.session.companyId, files);
  throw new DomainError('ERR_VALIDATION', 'One file', { errors: { file: 'required' } });
}
