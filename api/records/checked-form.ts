import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { can } from '../../domain/access/policy.ts';
import { demandFeature } from '../../domain/company/plan.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import { type RecordDefinition, secretFields } from '../../domain/records/definition.ts';
import { records } from '../../domain/records/index.ts';
import { errorsOf } from '../../domain/validation.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import { formValues } from './form.ts';
import type { Reading } from './reading.ts';
import { checkTree } from './tree.ts';

/** Returns which fields somebody may set: by their rules, and by what the company's plan has. */
function createFieldRights({ fields }: RecordDefinition) {
  /** Fields that not everybody may set: sent back as they were, they are no change. @throws ERR_NO_PERMISSION */
  function checkRules(request: FastifyRequest, values: Record<string, unknown>, before?: RecordDocument) {
    for (const [name, field] of Object.entries(fields)) {
      if (field.rule === undefined || values[name] === undefined || can(request.session, field.rule))
        continue;
      const now: unknown = before?.[name] ?? field.default;
      if (JSON.stringify(values[name]) !== JSON.stringify(now))
        throw new DomainError('ERR_NO_PERMISSION', `${name} is not for everybody to set`);
    }
  }

  /** What the plan has not can be kept and taken away, not given. @throws ERR_PLAN_FEATURE */
  async function checkPlan(
    request: FastifyRequest,
    values: Record<string, unknown>,
    before?: RecordDocument,
  ) {
    const isGiven = (name: string) => (values[name] ?? '') !== '' && values[name] !== before?.[name];
    const needed = Object.entries(fields).flatMap(([name, { plan }]) =>
      plan !== undefined && isGiven(name) ? [plan] : [],
    );
    if (needed.length === 0 || request.session.super) return;
    const { read, session } = request;
    const company = await read.get<CompanyDocument>('companies', session.companyId);
    for (const feature of needed) demandFeature(company, feature);
  }
  return { checkRules, checkPlan };
}

/** Returns what reads what somebody wants a record to be: all that can be told before its own events are asked is checked. */
export function createCheckedForm(definition: RecordDefinition, { reader }: Pick<Reading, 'reader'>) {
  const secrets = secretFields(definition);
  const { checkRules, checkPlan } = createFieldRights(definition);

  /** What goes to the vault instead of an event, checked by its schema. @throws ERR_VALIDATION naming the field */
  function takeSecrets(values: Record<string, unknown>): Record<string, string | null> {
    const takenSecrets: Record<string, string | null> = {};
    for (const name of secrets) {
      const value = values[name];
      delete values[name];
      if (value === undefined) continue;
      if (value === null || value === '') {
        takenSecrets[name] = null;
        continue;
      }
      const given = definition.fields[name]?.schema.safeParse(value);
      if (given?.success !== true)
        throw new DomainError('ERR_VALIDATION', `${name} is refused`, { errors: { [name]: 'invalid' } });
      takenSecrets[name] = String(given.data);
    }
    return takenSecrets;
  }

  /** A file comes by its own route: a form may keep or clear it, never name one. @throws ERR_VALIDATION */
  function checkFiles(values: Record<string, unknown>, before?: RecordDocument) {
    for (const name of fileFieldsOf(definition))
      if (values[name] !== undefined && values[name] !== null && values[name] !== before?.[name])
        throw new DomainError('ERR_VALIDATION', 'A file is uploaded', { errors: { [name]: 'invalid' } });
  }

  /** @throws ERR_VALIDATION for a file that the row did not have: it may be another row's, or nobody's to see */
  function checkFilesWithin(values: Record<string, unknown>, before?: RecordDocument) {
    const { field, of } = definition.filesIn ?? {};
    if (field === undefined || of === undefined || values[field] === undefined) return;
    const known = new Set(of(before?.[field]));
    if (of(values[field]).some((id) => !known.has(id)))
      throw new DomainError('ERR_VALIDATION', 'A file is uploaded', { errors: { [field]: 'invalid' } });
  }

  /**
   * What it demands as a whole, and where that refuses a value what its schemas refuse as well: a form shows all that is wrong at once.
   * @throws what `demandOf` does
   */
  function demandSound(request: FastifyRequest, values: Record<string, unknown>, before?: RecordDocument) {
    try {
      definition.demandOf?.(request.session, { ...before, ...values });
    } catch (error) {
      if (!isDomainError(error, 'ERR_VALIDATION')) throw error;
      const errors = { ...error.errors };
      for (const [name, { schema, default: usual, secret, computed }] of Object.entries(definition.fields)) {
        if (secret || computed) continue;
        const value = values[name] ?? before?.[name] ?? usual;
        Object.assign(errors, errorsOf(z.object({ [name]: schema }), { [name]: value }));
      }
      throw new DomainError('ERR_VALIDATION', error.message, { errors });
    }
  }

  /** What a record refers to from now on must be of this company. @throws ERR_VALIDATION naming the field */
  async function checkReferences(
    request: FastifyRequest,
    values: Record<string, unknown>,
    before: RecordDocument | undefined,
  ) {
    for (const [name, { widget }] of Object.entries(definition.fields)) {
      // What it referred to may have been deleted since: that is no reason to refuse another change.
      if (widget.kind !== 'reference' || values[name] === (before?.[name] ?? null)) continue;
      const ids = [values[name]].flat().filter((id): id is string => typeof id === 'string' && id !== '');
      const collection = records.find((one) => one.name === widget.record)?.plural ?? `${widget.record}s`;
      const found = await reader(request).getMany<RecordDocument>(collection, ids);
      if (found.length < new Set(ids).size)
        throw new DomainError('ERR_VALIDATION', 'No such record', { errors: { [name]: 'not_found' } });
    }
  }

  /** Returns what goes into an event, and apart from it what goes to the vault. @throws ERR_VALIDATION, ERR_NO_PERMISSION */
  async function readForm(request: FastifyRequest, before?: RecordDocument) {
    const values = formValues(definition, request.body as Record<string, unknown>);
    const keptSecrets = takeSecrets(values);
    checkFiles(values, before);
    checkFilesWithin(values, before);
    checkRules(request, values, before);
    await checkPlan(request, values, before);
    if (before) definition.demandOf?.(request.session, before);
    demandSound(request, values, before);
    await checkReferences(request, values, before);
    await checkTree(definition, reader(request), values, before);
    return { values, kept: keptSecrets };
  }
  return { read: readForm };
}

export function fileFieldsOf(definition: RecordDefinition): readonly string[] {
  return Object.entries(definition.fields).flatMap(([name, field]) =>
    field.widget.kind === 'file' ? [name] : [],
  );
}
