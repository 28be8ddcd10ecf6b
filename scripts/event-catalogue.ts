import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { eventSchemas } from '../domain/catalogue.ts';
import { goldenFields } from './records/golden.ts';

/** `npm run events`: writes docs/events.md from the schemas, and the golden events that a ticket's declared fields lack; `--check` only says whether it is up to date. */
const file = join(import.meta.dirname, '../docs/events.md');

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Record<string, JsonSchema>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly default?: unknown;
}

const shape = (schema: JsonSchema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' \\| ');
  if (schema.anyOf) return schema.anyOf.map(shape).join(' \\| ');
  if (schema.type === 'array') return `${shape(schema.items ?? {})}[]`;
  if (schema.type === 'object') {
    if (!schema.properties) return 'object';
    return `{ ${Object.entries(schema.properties)
      .map(([name, field]) => `${name}${schema.required?.includes(name) ? '' : '?'}: ${shape(field)}`)
      .join(', ')} }`;
  }
  return Array.isArray(schema.type) ? schema.type.join(' \\| ') : String(schema.type ?? 'any');
};

export function eventCatalogue(): string {
  const lines = [
    '# Events',
    '',
    'Generated from the schemas by `npm run events`; do not edit. These types and shapes are the storage format: a stored',
    'type never changes meaning, a new field has a default, a reshaped event becomes a new version with an upcaster.',
    '',
    'Every event has `id`, `type`, `data` and `metadata {companyId, actor {kind, id, name?}, commandId, correlationId, causationId?, at}`;',
    'the store adds `stream`, `revision` (in the stream, from 0) and `position` (in the whole log).',
    '',
  ];
  for (const [type, schema] of Object.entries(eventSchemas).sort(([a], [b]) => a.localeCompare(b))) {
    const json = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    lines.push(`## ${type}`, '', '| field | shape | default |', '|---|---|---|');
    for (const [name, field] of Object.entries(json.properties ?? {})) {
      const optional = json.required?.includes(name) ? '' : '?';
      lines.push(
        `| \`${name}${optional}\` | ${shape(field)} | ${field.default === undefined ? '' : `\`${JSON.stringify(field.default)}\``} |`,
      );
    }
    lines.push('');
  }
  return lines.join('\n');
}

if (import.meta.main) {
  const wanted = eventCatalogue();
  if (process.argv.includes('--check')) {
    const found = await readFile(file, 'utf8').catch(() => '');
    if (found !== wanted) {
      console.error('docs/events.md is out of date: run `npm run events`');
      process.exit(1);
    }
  } else {
    await writeFile(file, wanted);
    for (const [type, event] of goldenFields()) {
      const path = join(import.meta.dirname, `../domain/ticket/golden/${type}.golden.json`);
      if (!existsSync(path)) await writeFile(path, `${JSON.stringify(event, null, 2)}\n`);
    }
  }
}
