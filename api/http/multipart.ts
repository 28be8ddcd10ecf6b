import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { withoutControls } from '../../domain/text/clean.ts';
import type { Media } from '../../domain/ticket/events.ts';
import type { ApiDeps } from '../deps.ts';
import type { Limits } from '../quotas/limits.ts';
import { refusalOf } from './errors.ts';
import { claimKey, hashOf } from './idempotency.ts';
import { storeUpload } from './uploads.ts';

export interface Form {
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly files: readonly Media[];
}

/** What it takes to read a form with files. */
export interface FormServices extends Pick<ApiDeps, 'eventStore' | 'media' | 'config' | 'log' | 'state'> {
  readonly limits: Pick<Limits, 'file'>;
}

const drainMs = 5_000;

/** Yields what is read of a form as it comes. The parser's own errors have no code: without this they would be ours. */
async function* readable<T>(begin: () => AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* begin();
  } catch (cause) {
    if (/^FST_/.test(String((cause as { code?: unknown }).code))) throw cause;
    throw new DomainError('ERR_VALIDATION', 'The form cannot be read', {
      errors: { body: 'invalid' },
      cause,
    });
  }
}

/** Yields a stream as it comes, hashed on its way. */
async function* hashing(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncIterable<Uint8Array> {
  for await (const chunk of readable(() => content)) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * Resolves with a multipart form, its files stored as they come. If any of them is refused, or whoever sent them may no more
 * by the end, none of them stays. The form's `Idempotency-Key` is claimed once it is known whole.
 */
async function readForm(api: FormServices, request: FastifyRequest): Promise<Form> {
  const { companyId } = request.session;
  // Without a prototype: a field may be called `__proto__`.
  const fields: Record<string, string[]> = Object.create(null);
  const files: Media[] = [];
  const sentParts: unknown[] = [];
  try {
    for await (const part of readable(() => request.parts())) {
      if (part.type === 'file') {
        api.limits.file(request.session);
        const hash = createHash('sha256');
        files.push(
          await storeUpload(api, companyId, {
            field: part.fieldname,
            name: part.filename,
            claimedType: part.mimetype,
            content: hashing(part.file, hash),
          }),
        );
        sentParts.push([part.fieldname, part.filename ?? '', hash.digest('hex')]);
      } else if (part.valueTruncated || part.fieldnameTruncated) throw new DomainError('ERR_TOO_LARGE');
      else if (typeof part.value === 'string') {
        fields[part.fieldname] = [...(fields[part.fieldname] ?? []), withoutControls(part.value)];
        sentParts.push([part.fieldname, part.value]);
      }
    }
    await request.admission?.again();
    await claimKey(api, request, hashOf(sentParts));
  } catch (error) {
    drain(request.raw);
    await dropFiles(api, companyId, files);
    throw error;
  }
  return { fields, files };
}

/**
 * Takes the rest of a refused form off the line: a client that is still sending does not read its answer, and the line
 * would stay open, and keep the process from stopping, as long as the client likes.
 */
function drain(line: IncomingMessage): void {
  line.unpipe();
  line.resume();
  const timer = setTimeout(() => line.destroy(), drainMs);
  line.once('close', () => clearTimeout(timer));
}

/** Files that no event refers to: what was stored for a request that was then refused. */
async function dropFiles(
  { media, log }: Pick<FormServices, 'media' | 'log'>,
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

/** Whether it was refused, and so has not happened; whatever else went wrong, it may have, or still will. */
export const isRefused = (error: unknown): boolean =>
  refusalOf(error) !== undefined && refusalOf(error)?.code !== 'ERR_UNAVAILABLE';

/**
 * Resolves with what `work` makes of a form; afterwards the files go whose ids are not in `neededFiles`. An id belongs
 * there before anything is asked that may refer to its file, and is taken out again only once it is known that nothing
 * does.
 */
export async function withForm<T>(
  api: FormServices,
  request: FastifyRequest,
  work: (form: Form, neededFiles: Set<string>) => Promise<T>,
): Promise<T> {
  const form = await readForm(api, request);
  const neededFiles = new Set<string>();
  try {
    return await work(form, neededFiles);
  } finally {
    const { companyId } = request.session;
    await dropFiles(
      api,
      companyId,
      form.files.filter(({ id }) => !neededFiles.has(id)),
    );
  }
}

/** Resolves like `withForm`, for exactly one file. @throws ERR_VALIDATION */
export async function withFile<T>(
  api: FormServices,
  request: FastifyRequest,
  work: (file: Media, neededFiles: Set<string>) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart())
    throw new DomainError('ERR_VALIDATION', 'A multipart form with one file', {
      errors: { file: 'required' },
    });
  return withForm(api, request, async ({ files }, needed) => {
    const [file] = files;
    if (files.length !== 1 || !file)
      throw new DomainError('ERR_VALIDATION', 'One file', { errors: { file: 'required' } });
    return work(file, needed);
  });
}

/** A file of a form as it came; `name`: what whoever sent it calls it, '' where they do not say. */
export interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Returns the one file of a form, whole in memory: where it is small, and is not kept.
 * @throws ERR_VALIDATION, ERR_TOO_LARGE, each naming the field
 */
export async function readFileOf(
  api: Pick<FormServices, 'eventStore' | 'state' | 'config' | 'limits'>,
  request: FastifyRequest,
  mostBytes: number,
): Promise<SentFile> {
  const missingFile = () =>
    new DomainError('ERR_VALIDATION', 'A multipart form with one file', { errors: { file: 'required' } });
  if (!request.isMultipart()) throw missingFile();
  try {
    let foundFile: SentFile | undefined;
    let hash: Hash | undefined;
    const limits = { fileSize: mostBytes + 1, files: 1 };
    for await (const part of readable(() => request.parts({ limits }))) {
      if (part.type !== 'file') continue;
      api.limits.file(request.session);
      const chunks: Buffer[] = [];
      // As it comes: of a hundred megabytes at once it is a fifth of a second in which nobody is answered.
      hash = createHash('sha256');
      let size = 0;
      for await (const chunk of readable<Buffer>(() => part.file)) {
        hash.update(chunk);
        size += chunk.length;
        if (size > mostBytes)
          throw new DomainError('ERR_TOO_LARGE', `More than ${mostBytes} bytes`, {
            details: { maxBytes: mostBytes },
            errors: { [part.fieldname]: 'tooLong' },
          });
        chunks.push(chunk);
      }
      foundFile = { name: part.filename ?? '', bytes: Buffer.concat(chunks) };
    }
    if (!foundFile || !hash) throw missingFile();
    await request.admission?.again();
    await claimKey(api, request, hash.digest('hex'));
    return foundFile;
  } catch (error) {
    drain(request.raw);
    throw error;
  }
}
