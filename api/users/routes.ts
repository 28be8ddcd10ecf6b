import { z } from 'zod';
import type { UserView } from '../../contract/user.ts';
import { toWire } from '../../contract/wire.ts';
import { userOnWire, userPageOnWire } from '../../contract/wire-views.ts';
import { can } from '../../domain/access/policy.ts';
import { placesTaken } from '../../domain/company/plan.ts';
import { everyDocument } from '../../projections/ports/collection-pages.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { idParams, pageNumber, searchParam } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { type Answers, createAnswers } from './answers.ts';
import { userChangeRoutes } from './change-routes.ts';
import { foundByName, passes, userFilter } from './query.ts';
import { userViewOf } from './view.ts';

type Needs = Pick<
  Api,
  | 'app'
  | 'lastSeen'
  | 'names'
  | 'sessions'
  | 'security'
  | 'desk'
  | 'state'
  | 'reached'
  | 'config'
  | 'readStore'
  | 'vault'
>;

const tags = ['users'];
const pageSize = 20;

/** The people of a company. Admins manage them; everybody corrects their own name, e-mail and password. */
export function userRoutes(api: Needs): void {
  const answers = createAnswers(api);
  readRoutes(api, answers);
  userChangeRoutes(api, answers);
}

function readRoutes({ app, names, lastSeen }: Needs, { find, view: viewOf }: Answers): void {
  const withLastSeen = async (user: UserView): Promise<UserView> => {
    const at = await lastSeen.ofUser(user.id);
    return at === undefined ? user : { ...user, lastSeen: at };
  };

  app.get(
    '/api/users',
    {
      schema: {
        tags,
        summary:
          '20 users a page, by name; `searchParam` finds by words of the name, for admins of the e-mail too. Admins ' +
          'may filter by profile or role, queue and state, and are told when each was last there.',
        querystring: userFilter.extend({ searchParam, pageNumber, companyId: z.string().optional() }),
        response: { 200: userPageOnWire },
      },
    },
    async (request) => {
      const { searchParam: search, pageNumber: page, ...filter } = request.query;
      const company = await names.company(request.session.companyId);
      const view = (user: Omit<UserDocument, 'passwordHash'>) => userViewOf(user, company, request.session);
      const skip = (page - 1) * pageSize;
      if (!can(request.session, 'users:manage')) {
        // Who may not see e-mails must not find out by searching whose they are.
        const found = foundByName(company.all('users'), search ?? '');
        return {
          users: found.slice(skip, skip + pageSize).map((user) => toWire(view(user))),
          count: found.length,
          hasMore: found.length > skip + pageSize,
        };
      }
      // A company's users are few: what a filter asks of them stands partly in their roles.
      const found = await everyDocument<UserDocument>(request.read, 'users', {
        ...(search && { search }),
        sort: ['sortName'],
      });
      const all = found.map(view).filter((user) => passes(user, filter));
      const users = await Promise.all(all.slice(skip, skip + pageSize).map(withLastSeen));
      const limit = company.get('companies', request.session.companyId)?.plan?.limits.users ?? null;
      const used = placesTaken('users', company.all('users').length);
      return {
        users: users.map((user) => toWire(user)),
        count: all.length,
        hasMore: all.length > skip + pageSize,
        seats: { used, limit },
      };
    },
  );

  app.get(
    '/api/users/:id',
    { schema: { tags, params: idParams, response: { 200: userOnWire } } },
    async (request) => viewOf(request, await find(request, request.params.id)),
  );
}
