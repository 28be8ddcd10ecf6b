import { z } from 'zod';
import { toWire } from '../../contract/wire.ts';
import { userOnWire } from '../../contract/wire-views.ts';
import { can } from '../../domain/access/policy.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { idParams, pageNumber, searchParam } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { type Answers, createAnswers } from './answers.ts';
import { userChangeRoutes } from './change-routes.ts';
import { foundByName } from './query.ts';
import { userViewOf } from './view.ts';

type Needs = Pick<
  Api,
  'app' | 'names' | 'sessions' | 'security' | 'desk' | 'state' | 'reached' | 'config' | 'readStore' | 'vault'
>;

const tags = ['users'];
const pageSize = 20;

/** The people of a company. Admins manage them; everybody corrects their own name, e-mail and password. */
export function userRoutes(api: Needs): void {
  const answers = createAnswers(api);
  readRoutes(api, answers);
  userChangeRoutes(api, answers);
}

function readRoutes({ app, names }: Needs, { find, view: viewOf }: Answers): void {
  app.get(
    '/api/users',
    {
      schema: {
        tags,
        summary:
          '20 users a page, by name; `searchParam` finds by words of the name, for admins of the e-mail too.',
        querystring: z.object({ searchParam, pageNumber, companyId: z.string().optional() }),
        response: { 200: z.object({ users: z.array(userOnWire), count: z.number(), hasMore: z.boolean() }) },
      },
    },
    async (request) => {
      const { searchParam: search, pageNumber: page } = request.query;
      const company = await names.company(request.session.companyId);
      const view = (user: Omit<UserDocument, 'passwordHash'>) =>
        toWire(userViewOf(user, company, request.session));
      const skip = (page - 1) * pageSize;
      if (!can(request.session, 'users:manage')) {
        // Who may not see e-mails must not find out by searching whose they are.
        const found = foundByName(company.all('users'), search ?? '');
        return {
          users: found.slice(skip, skip + pageSize).map(view),
          count: found.length,
          hasMore: found.length > skip + pageSize,
        };
      }
      const query = search ? { search } : {};
      const [found, count] = await Promise.all([
        request.read.find<UserDocument>('users', { ...query, sort: ['sortName'], skip, limit: pageSize + 1 }),
        request.read.count('users', query),
      ]);
      return { users: found.slice(0, pageSize).map(view), count, hasMore: found.length > pageSize };
    },
  );

  app.get(
    '/api/users/:id',
    { schema: { tags, params: idParams, response: { 200: userOnWire } } },
    async (request) => viewOf(request, await find(request, request.params.id)),
  );
}
