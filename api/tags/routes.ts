import { z } from 'zod';
import { tagView } from '../../contract/refs.ts';
import { DomainError } from '../../domain/errors.ts';
import { byName } from '../../domain/text/compare-names.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import { ticketFor } from '../http/guard.ts';
import { id } from '../http/schemas.ts';
import { tagRefOf } from '../names/refs.ts';
import type { Api } from '../services.ts';

type Needs = Pick<Api, 'app' | 'names' | 'desk' | 'reached' | 'config'>;

/** Tags as tickets wear them; the tag records themselves are generated routes. */
export function tagRoutes(api: Needs): void {
  const { app, desk, names } = api;

  app.get(
    '/api/tags/list',
    { schema: { tags: ['tags'], summary: 'All tags, by name.', response: { 200: z.array(tagView) } } },
    async (request) => {
      const company = await names.company(request.session.companyId);
      return company
        .all('tags')
        .flatMap((tag) => tagRefOf(tag) ?? [])
        .sort(byName);
    },
  );

  app.post(
    '/api/tags/sync',
    {
      schema: {
        tags: ['tags'],
        summary: 'Makes these the tags of a ticket.',
        body: z.object({ ticketId: id, tags: z.array(z.union([id, z.object({ id })])).max(50) }),
        response: { 200: z.object({ ticketId: z.string(), tags: z.array(tagView) }) },
      },
    },
    async (request, reply) => {
      const ticket = await ticketFor(request, request.body.ticketId);
      const company = await names.company(request.session.companyId);
      const tagIds = [...new Set(request.body.tags.map((tag) => (typeof tag === 'string' ? tag : tag.id)))];
      const tagRefs = tagIds.flatMap((tagId) => tagRefOf(company.get('tags', tagId)) ?? []);
      if (tagRefs.length < tagIds.length)
        throw new DomainError('ERR_NOT_FOUND', 'No such tag', { errors: { tags: 'invalid' } });
      await awaitSettled(
        api,
        reply,
        await desk.tickets.setFields(contextOf(request), { ticketId: ticket.id, tagIds }),
      );
      return { ticketId: ticket.id, tags: tagRefs };
    },
  );
}
