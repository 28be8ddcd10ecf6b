/** The folder rules of docs/architecture.md: who may import whom. */
const only = (folder, allowed) => ({
  name: `${folder}-imports`,
  severity: 'error',
  comment: `${folder}/ may import only: ${allowed.join(', ') || 'itself'}`,
  from: { path: `^${folder}/`, pathNot: '(\\.(spec|test|browser|system)|(^|/)testing[^/]*)\\.tsx?$' },
  to: {
    path: '^(domain|projections|stores|api|gateway|console|scripts)/',
    pathNot: `^(${[folder, ...allowed].join('|')})/`,
  },
});
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    only('domain', []),
    only('projections', ['domain']),
    only('stores', ['domain', 'projections/ports']),
    only('api', ['domain', 'projections']),
    only('gateway', ['domain', 'projections']),
    only('console', ['domain']),
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment: 'domain/ does no I/O: only small pure libraries',
      from: { path: '^domain/', pathNot: '\\.(spec|test)\\.tsx?$' },
      to: {
        dependencyTypes: ['core', 'npm', 'npm-dev'],
        pathNot: 'node_modules/(zod|uuid|lru-cache|libphonenumber-js|date-fns|@date-fns)/',
      },
    },
    {
      name: 'plugins-apart',
      severity: 'error',
      comment: 'a console plugin never imports another plugin',
      from: { path: '^console/plugins/([^/]+)/' },
      to: { path: '^console/plugins/', pathNot: '^console/plugins/$1/' },
    },
    {
      name: 'plugin-declares-only',
      severity: 'error',
      comment:
        'plugin.ts is data, small functions and import(): a static import of a component would pull it into the first load',
      from: { path: '^console/plugins/[^/]+/plugin\\.tsx?$' },
      to: { path: '^console/plugins/.*.tsx$', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
