/** The folder rules of docs/architecture.md: who may import whom. */
const aside = ['(\\.(spec|test|browser|system)|(^|/)testing[^/]*)\\.tsx?$', '/testing-network/'];
/** What lies right in channels/ or in one channel: what it declares, not its driver. */
const declarations = ['channels/[^/]+[.]ts$', 'channels/[^/]+/[^/]+[.]ts$'];
const only = (folder, allowed) => ({
  name: `${folder}-imports`,
  severity: 'error',
  comment: `${folder}/ may import only: ${allowed.join(', ') || 'itself'}`,
  from: { path: `^${folder}/`, pathNot: aside },
  to: {
    path: '^(domain|projections|stores|api|channels|gateway|console|scripts)/',
    pathNot: `^(${[folder, ...allowed].map((name) => (name.endsWith('$') ? name : `${name}/`)).join('|')})`,
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
    only('api', ['domain', 'projections', ...declarations]),
    only('channels', ['domain', 'gateway']),
    only('gateway', ['domain', 'projections', 'channels']),
    only('console', ['domain', 'channels/[^/]+[.]ts$', 'channels/[^/]+/channel[.]ts$']),
    {
      name: 'channels-declare-purely',
      severity: 'error',
      comment:
        'what lies right in a channel is read by the API and the console too: only its folders know the gateway',
      from: { path: ['^channels/[^/]+$', '^channels/[^/]+/[^/]+$'], pathNot: aside },
      to: { path: ['^gateway/', '^channels/[^/]+/[^/]+/'] },
    },
    {
      name: 'channels-apart',
      severity: 'error',
      comment: 'a channel never imports another channel',
      from: { path: '^channels/([^/]+)/' },
      to: { path: '^channels/[^/]+/', pathNot: '^channels/$1/' },
    },
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
      name: 'date-fns-by-path',
      severity: 'error',
      comment: 'date-fns whole is a second and 50 MB of every start: import the function by its path',
      from: {},
      to: { path: 'node_modules/date-fns/index\\.(d\\.)?[cm]?[jt]s$' },
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
