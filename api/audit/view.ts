import type { AuditEntry } from '../../contract/audit.ts';
import type { AuditDocument } from '../../projections/audit/document.ts';

export const auditViewOf = ({
  id,
  position,
  at,
  type,
  kind,
  action,
  actorKind,
  actorId,
  actorName,
  subjectId,
  title,
  changes,
  same: sameRules,
}: AuditDocument): AuditEntry => ({
  id,
  position,
  at,
  type,
  kind,
  action,
  subjectId,
  title,
  same: sameRules,
  actor: { kind: actorKind, id: actorId, name: actorName },
  changes: changes.map(({ field, before, after }) => ({
    field,
    before: Array.isArray(before) ? [...before] : (before as string | number | boolean | null),
    after: Array.isArray(after) ? [...after] : (after as string | number | boolean | null),
  })),
});
