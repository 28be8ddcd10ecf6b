import { z } from 'zod';
import { mayGive } from '../../domain/access/grant.ts';
import { covers } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import { profile } from '../../domain/user/events.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import { demand } from '../http/guard.ts';
import { id, idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';

/** What a company's roles have beside the routes of every record. */
export function roleRoutes(api: Pick<Api, 'app' | 'config' | 'desk' | 'names' | 'reached'>): void {
  const { app, desk, names } = api;

  app.post(
    '/api/roles/:id/replacement',
    {
      config: { rule: 'roles:manage' },
      schema: {
        tags: ['roles'],
        summary:
          'Gives everybody who has the role another one, or a profile in its place, and deletes it. Asked again it goes on ' +
          'where it was interrupted.',
        params: idParams,
        body: z.union([z.strictObject({ roleId: id }), z.strictObject({ profile })]),
        response: { 200: z.object({ moved: z.number() }) },
      },
    },
    async (request, reply) => {
      const { session, body, params } = request;
      demand(session, 'user-modal:editProfile');
      const role = async (roleId: string) => request.read.get<RecordDocument>('roles', roleId);
      const goneRole = await role(params.id);
      if (!goneRole) throw new DomainError('ERR_NOT_FOUND');
      const next = 'roleId' in body ? await role(body.roleId) : undefined;
      if ('roleId' in body && (!next || next.id === goneRole.id))
        throw new DomainError('ERR_ROLE_NOT_FOUND', undefined, { errors: { roleId: 'ERR_ROLE_NOT_FOUND' } });
      const mayGiveNext = next
        ? mayGive(session, next)
        : covers(session, { profile: profile.parse(Reflect.get(body, 'profile')), super: false });
      // Nobody takes away, or gives, what they do not have themselves.
      if (!mayGive(session, goneRole) || !mayGiveNext) throw new DomainError('ERR_NO_PERMISSION');
      const people = await desk.users.withRole(session.companyId, goneRole.id);
      const outcomes = [];
      for (const userId of people)
        outcomes.push(await desk.users.update(contextOf(request, userId), { userId, roleId: null, ...body }));
      outcomes.push(await desk.records('role').delete(contextOf(request, 'role'), { id: goneRole.id }));
      await awaitSettled(api, reply, ...outcomes);
      for (const userId of people) await names.refresh(session.companyId, 'users', userId);
      await names.refresh(session.companyId, 'roles', goneRole.id);
      return { moved: people.length };
    },
  );
}
