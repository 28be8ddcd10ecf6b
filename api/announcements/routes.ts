import { z } from 'zod';
import { type ActiveAnnouncement, activeAnnouncement } from '../../contract/announcement.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { updateEntry } from '../../domain/ports/state-entries.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import { announcement } from '../../records/index.ts';
import { id } from '../http/schemas.ts';
import { recordViewOf } from '../records/live-view.ts';
import type { Api } from '../services.ts';

type Needs = Pick<Api, 'app' | 'readStore' | 'state'>;

/** More than anybody reads. */
const mostListed = 100;
const tags = [announcement.plural];

/** What everybody sees of announcements; the announcements themselves are generated routes. */
export function announcementRoutes({ app, readStore, state }: Needs): void {
  const keyOf = ({ companyId, userId }: { companyId: string; userId: string }) =>
    `announcements/${companyId}/${userId}`;
  const activeAnnouncements = () =>
    readStore.forCompany(platformCompanyId).find<RecordDocument>(announcement.plural, {
      where: { status: true },
      sort: ['-createdAt'],
      limit: mostListed,
    });

  app.get(
    '/api/announcements/active',
    {
      schema: {
        tags,
        summary: 'Active announcements, the newest first, and whether the caller has read them.',
        response: { 200: z.object({ records: z.array(activeAnnouncement) }) },
      },
    },
    async ({ session }) => {
      const [rows, readIds] = await Promise.all([
        activeAnnouncements(),
        state.get<readonly string[]>(keyOf(session)),
      ]);
      const ids = new Set(readIds?.value);
      return {
        records: rows.map(
          (row) => ({ ...recordViewOf(announcement.name, row), read: ids.has(row.id) }) as ActiveAnnouncement,
        ),
      };
    },
  );

  app.post(
    '/api/announcements-read',
    {
      schema: {
        tags,
        summary: 'The caller has read these.',
        body: z.object({ ids: z.array(id).min(1).max(mostListed) }),
        response: { 200: z.object({ read: z.array(z.string()) }) },
      },
    },
    async ({ session, body }) => {
      const there = new Set((await activeAnnouncements()).map((row) => row.id));
      // Two tabs that read at once: whoever comes second adds to what the first wrote.
      const written = await updateEntry<readonly string[]>(state, keyOf(session), (before) => ({
        value: [...new Set([...(before?.value ?? []), ...body.ids])].filter((one) => there.has(one)),
      }));
      return { read: [...(written?.value ?? [])] };
    },
  );
}
