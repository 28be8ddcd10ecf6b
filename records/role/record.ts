import { z } from 'zod';
import { demandOwnRights, givableRules, queueScopes } from '../../domain/access/grant.ts';
import type { NamedRule } from '../../domain/access/policy.ts';
import { isBuiltInName } from '../../domain/access/role-names.ts';
import { defineRecord, field, texts } from '../../domain/records/declare.ts';

const givable = givableRules as readonly [NamedRule, ...NamedRule[]];

/** What a company's own kind of person may do, and in which queues; the built-in ones stand in the policy. */
export const record = defineRecord({
  name: 'role',
  plural: 'roles',
  event: 'Role',
  path: '/roles',
  listKey: null,
  title: 'name',
  scope: 'company',
  access: { read: 'users:manage', create: 'roles:manage', update: 'roles:manage', delete: 'roles:manage' },
  demandOf: demandOwnRights,
  unique: [{ field: 'name', error: 'ERR_ALREADY_EXISTS' }],
  texts: { one: texts('Papel', 'Role', 'Rol'), many: texts('Papéis', 'Roles', 'Roles') },
  schema: z.object({
    name: field(
      z
        .string()
        .trim()
        .min(2)
        .max(50)
        .refine((name) => !isBuiltInName(name), 'ERR_ALREADY_EXISTS'),
      {
        label: texts('Nome do papel', 'Name of the role', 'Nombre del rol'),
        widget: { kind: 'text' },
        column: true,
        search: true,
      },
    ),
    rules: field(
      z
        .array(z.enum(givable))
        .transform((rules) => givable.filter((rule) => rules.includes(rule)))
        .default([]),
      { label: texts('Direitos', 'Rights', 'Derechos'), widget: { kind: 'own' } },
    ),
    /** `own`: the person's queues. `chosen`: the role's, in their place. */
    queueScope: field(z.enum(queueScopes).default('own'), {
      label: texts('Filas deste papel', 'Queues of this role', 'Colas de este rol'),
      widget: { kind: 'own' },
    }),
    queueIds: field(z.array(z.string().max(100)).max(500).default([]), {
      label: texts('Filas escolhidas', 'Chosen queues', 'Colas elegidas'),
      widget: { kind: 'reference', record: 'queue', many: true },
    }),
  }),
});
