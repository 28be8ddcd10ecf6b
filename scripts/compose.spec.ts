import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const text = readFileSync(new URL('../docker-compose.yml', import.meta.url), 'utf8');
/** The lines of a top-level part or of a service, by its name. */
const part = (name: string, indent = '  '): string => {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => line.startsWith(`${indent}${name}:`));
  const inner = lines.slice(begin + 1);
  const end = inner.findIndex((line) => line.trim() !== '' && !line.startsWith(`${indent} `));
  return inner.slice(0, end === -1 ? undefined : end).join('\n');
};
const services = ['eventstore', 'mongo', 'api', 'projector', 'gateway'];

describe('the production topology', () => {
  it('gives no container a right it does not need, and bounds what each may take', () => {
    expect(part('x-closed', '')).toMatch(/no-new-privileges:true[\s\S]*cap_drop: \[ALL\][\s\S]*pids_limit/);
    const roles = part('x-balcao', '');
    expect(roles).toContain('read_only: true');
    for (const name of services) {
      const own = part(name);
      expect(own.includes('*closed') || (own.includes('*balcao') && roles.includes('*closed')), name).toBe(
        true,
      );
      expect(own.includes('mem_limit') || roles.includes('mem_limit'), name).toBe(true);
    }
  });

  it('tells the first password to the api alone', () => {
    expect(services.filter((name) => part(name).includes('ADMIN_PASSWORD'))).toEqual(['api']);
    expect(part('x-balcao', '')).not.toContain('ADMIN_PASSWORD');
  });

  it('keeps the stores on a network without a way out; MongoDB asks who one is', () => {
    expect(part('networks', '')).toMatch(/stores:\n\s+internal: true/);
    for (const name of ['eventstore', 'mongo']) {
      expect(part(name)).toContain('networks: [stores]');
      expect(part(name)).not.toContain('ports:');
    }
    expect(part('mongo')).toMatch(/MONGO_INITDB_ROOT_PASSWORD: \$\{MONGO_PASSWORD:\?[\s\S]*--keyFile/);
    expect(text).toContain('mongodb://balcao:${MONGO_PASSWORD:?');
  });
});
