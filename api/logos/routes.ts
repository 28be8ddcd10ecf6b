import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { logoView } from '../../contract/setting.ts';
import { type LogoImage, logoRef, logoRefs } from '../../domain/company/logos.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { safeName } from '../../domain/ticket/file-name.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import { isRefused, readFileOf } from '../http/multipart.ts';
import type { Api } from '../services.ts';
import { checkedImage } from './image.ts';
import { manifestOf, manifestPath } from './page.ts';
import { logoList, logosOf, logoUrl, ownImage } from './read.ts';

type Needs = Pick<
  Api,
  'app' | 'desk' | 'media' | 'readStore' | 'eventStore' | 'state' | 'limits' | 'reached' | 'config' | 'log'
>;

/** Images of a page: whoever waits for more has chosen the wrong file. */
const mostBytes = 1024 * 1024;
const tags = ['logos'];
const target = z.object({ ref: logoRef });
const uploadAnswer = z.object({
  mensagem: z.literal('Arquivo Anexado'),
  ...logoView.omit({ own: true }).shape,
});

/** Images of the installation: its super users change them, everybody sees them. */
export function logoRoutes(api: Needs): void {
  uploadRoute(api);
  removeRoute(api);
  shownRoutes(api);
}

function uploadRoute(api: Needs): void {
  const { app, desk, media } = api;
  app.post(
    '/api/settings/media-upload',
    {
      config: { rule: 'super' },
      schema: {
        tags,
        summary: `An image for ${logoRefs.join(', ')}: PNG, ICO or SVG by its bytes, 1 MiB at most.`,
        querystring: target,
        response: { 200: uploadAnswer },
      },
    },
    async (request, reply) => {
      const { ref } = request.query;
      const { bytes } = await readFileOf(api, request, mostBytes);
      const { content, ...image } = checkedImage(bytes);
      const { id: mediaId } = await media.put(
        { id: newId(), companyId: platformCompanyId, name: safeName(ref), mime: image.mime },
        Readable.from([content]),
        mostBytes * 2,
      );
      const storedImage: LogoImage = { mediaId, ...image };
      try {
        const context = { ...contextOf(request), companyId: platformCompanyId };
        const outcome = await desk.companies.setLogo(context, { ref, image: storedImage });
        // Repeated after its answer was lost: the image of the first time stands.
        if (outcome.events.length === 0) await media.delete(platformCompanyId, mediaId);
        await awaitSettled(api, reply, outcome);
      } catch (error) {
        // Unless it is known that nothing refers to it, it stays.
        if (isRefused(error)) await media.delete(platformCompanyId, mediaId);
        throw error;
      }
      const shown = (await logosOf(api.readStore))[ref] ?? storedImage;
      return { mensagem: 'Arquivo Anexado' as const, ref, url: logoUrl(ref, shown) };
    },
  );
}

function removeRoute(api: Needs): void {
  api.app.delete(
    '/api/settings/media-upload',
    {
      config: { rule: 'super' },
      schema: {
        tags,
        summary: 'The product’s own image again.',
        querystring: target,
        response: { 200: logoView.omit({ own: true }) },
      },
    },
    async (request, reply) => {
      const { ref } = request.query;
      const context = { ...contextOf(request), companyId: platformCompanyId };
      await awaitSettled(api, reply, await api.desk.companies.setLogo(context, { ref, image: null }));
      return { ref, url: ownImage[ref] };
    },
  );
}

function shownRoutes({ app, media, readStore }: Needs): void {
  const config = { public: true };
  app.get(
    '/api/logos',
    {
      config,
      schema: {
        tags,
        summary: 'Where each image is. `own`: the product’s.',
        response: { 200: z.array(logoView) },
      },
    },
    async () => logoList(await logosOf(readStore)),
  );
  app.get(
    manifestPath,
    { config, schema: { tags, summary: 'By which the console is installed.' } },
    async (_request, reply) =>
      reply
        .headers({ 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' })
        .send(JSON.stringify(manifestOf(await logosOf(readStore)))),
  );
  app.get(
    '/api/logos/:ref',
    {
      config,
      schema: {
        tags,
        summary: 'An image; by the address that names its version it may be kept for ever.',
        params: target,
        querystring: z.object({ v: z.string().max(100).optional() }),
      },
    },
    async (request, reply) => {
      const { ref } = request.params;
      const image = (await logosOf(readStore))[ref];
      if (!image) return reply.header('cache-control', 'no-cache').redirect(ownImage[ref]);
      imageHeaders(reply, image, request.query.v === image.mediaId);
      if (request.headers['if-none-match'] === `"${image.mediaId}"`) return reply.code(304).send();
      const info = await media.stat(platformCompanyId, image.mediaId);
      if (!info) throw new DomainError('ERR_NOT_FOUND');
      reply.header('content-length', info.size);
      return reply.send(Readable.from(await media.open(platformCompanyId, image.mediaId)));
    },
  );
}

/** Opened by itself it runs nothing and fetches nothing, whatever it is. */
function imageHeaders(reply: FastifyReply, { mime, mediaId }: LogoImage, forEver: boolean): void {
  reply.headers({
    'content-type': mime,
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': forEver ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: `"${mediaId}"`,
  });
}
