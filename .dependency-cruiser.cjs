/** The folder rules of docs/architecture.md: who may import whom. */
const aside = [
  '\\.(spec|browser|system)\\.tsx?$',
  '(^|/)testing/',
  '(^|/)fixtures\\.ts$',
  '^(stores/.*|payments)/contract\\.ts$',
];
/** What lies right in channels/ or in one channel: what it declares, not its driver. */
const declarations = ['channels/[^/]+[.]ts$', 'channels/[^/]+/[^/]+[.]ts$'];
/** What a record declares, not its screens. */
const declared = 'records/(index|[^/]+/[a-z-]+)[.]ts$';
const only = (folder, allowed) => ({
  name: `${folder}-imports`,
  severity: 'error',
  comment: `${folder}/ may import only: ${allowed.join(', ') || 'itself'}`,
  from: { path: `^${folder}/`, pathNot: aside },
  to: {
    path: '^(records|domain|contract|messaging|outgoing|payments|projections|stores|api|channels|gateway|console|server|testing|scripts)/',
    pathNot: `^(${[folder, ...allowed].map((name) => (name.endsWith('$') ? name : `${name}/`)).join('|')})`,
  },
});
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'not even types go in circles: what is below declares what it needs',
      from: {},
      to: { circular: true },
    },
    // A declaration is read by all that may read the domain; it knows nothing but how to declare.
    only('domain', [declared]),
    {
      name: 'records-declare-purely',
      severity: 'error',
      comment: 'what server and console both read of a record: of all the product it knows the domain only',
      from: { path: '^records/.*[.]ts$', pathNot: aside },
      to: {
        path: '^(contract|messaging|outgoing|payments|projections|stores|api|channels|gateway|console|server|testing|scripts)/|[.]tsx$',
      },
    },
    {
      name: 'records-screens',
      severity: 'error',
      comment:
        'the replaced parts of a record are of the console: its shell and the kit of generated screens',
      from: { path: '^records/.*[.]tsx$', pathNot: aside },
      to: {
        path: '^(messaging|outgoing|payments|projections|stores|api|channels|gateway|console|server|testing|scripts)/',
        pathNot: '^console/(shell|plugins/records)/',
      },
    },
    {
      name: 'records-apart',
      severity: 'error',
      comment: 'a record never imports another record',
      from: { path: '^records/([^/]+)/', pathNot: aside },
      to: { path: '^records/[^/]+/', pathNot: '^records/$1/' },
    },
    {
      name: 'records-when-opened',
      severity: 'error',
      comment: 'the console loads a declaration, and zod with it, when its screen is opened',
      from: { path: '^console/', pathNot: aside },
      to: { path: '^records/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    only('contract', ['domain']),
    only('messaging', ['domain', 'contract']),
    only('outgoing', ['domain', 'messaging']),
    only('payments', ['domain', 'outgoing']),
    only('projections', ['domain', 'contract', declared]),
    only('stores', ['domain', 'projections/ports']),
    only('api', [
      'domain',
      'contract',
      'messaging',
      'outgoing',
      'payments',
      'projections',
      declared,
      ...declarations,
    ]),
    only('channels', ['domain', 'contract', 'messaging', 'gateway', 'projections', 'api', 'console']),
    {
      name: 'channels-drive-only',
      severity: 'error',
      comment: 'of a channel only routes/ knows the API, and only console/ the screens',
      from: { path: '^channels/', pathNot: ['^channels/[^/]+/(routes|console)/', ...aside] },
      to: { path: '^(api|console|projections)/' },
    },
    {
      name: 'channel-routes',
      severity: 'error',
      comment: 'what a channel adds to the API knows no gateway and no screen',
      from: { path: '^channels/[^/]+/routes/', pathNot: aside },
      to: { path: ['^(gateway|console|stores|server|scripts)/', '^channels/[^/]+/(?!routes)[^/]+/'] },
    },
    {
      name: 'channel-screens',
      severity: 'error',
      comment: 'what a channel adds to the screens knows what they know, and no plugin',
      from: { path: '^channels/[^/]+/console/', pathNot: aside },
      to: {
        path: [
          '^(gateway|api|projections|stores|server|scripts)/',
          '^console/plugins/',
          '^channels/[^/]+/(?!console)[^/]+/',
        ],
      },
    },
    only('gateway', ['domain', 'contract', 'messaging', 'outgoing', 'payments', 'projections', 'channels']),
    only('console', [
      'domain',
      'contract',
      declared,
      'records/[^/]+/screens[.]tsx$',
      'channels/[^/]+[.]ts$',
      'channels/[^/]+/channel[.]ts$',
    ]),
    only('server', [
      'domain',
      'contract',
      'messaging',
      'outgoing',
      'payments',
      'projections',
      'stores',
      'api',
      'channels',
      'gateway',
    ]),
    only('testing', [
      'domain',
      'contract',
      'messaging',
      'outgoing',
      'payments',
      'projections',
      'stores',
      'api',
      'channels',
      'gateway',
      'console',
      'server',
    ]),
    {
      name: 'product-without-tests',
      severity: 'error',
      comment: 'doubles, harness, fixtures and contract suites are for tests and developers’ tools',
      from: {
        path: '^(records|domain|contract|messaging|outgoing|payments|projections|stores|api|channels|gateway|console|server)/',
        pathNot: aside,
      },
      to: { path: [...aside, '^node_modules/(vitest|happy-dom|@testing-library)/'] },
    },
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
      comment:
        'domain/ does no I/O: only small pure libraries; ids hash and draw, as the package they came from did, and telephone numbers are loaded with the first',
      from: {
        path: '^domain/',
        pathNot: '(\\.spec\\.tsx?|^domain/kernel/ids\\.ts|^domain/contact/parse-phone-number\\.ts)$',
      },
      to: {
        dependencyTypes: ['core', 'npm', 'npm-dev'],
        pathNot:
          'node_modules/(zod|uuid|lru-cache|libphonenumber-js|date-fns|@date-fns|@brazilian-utils|rrule-temporal)/',
      },
    },
    {
      name: 'domain-without-engines',
      severity: 'error',
      comment:
        'the domain reads and writes events only: what lies in the state store or is a file is messaging/ or above',
      from: { path: '^domain/', pathNot: ['^domain/ports/', ...aside] },
      to: { path: '^domain/ports/(state-store|media-store|take-lease|vault)' },
    },
    {
      name: 'kernel-apart',
      severity: 'error',
      comment: 'the kernel knows nothing of the product: it could be copied to another one',
      from: { path: '^domain/kernel/', pathNot: aside },
      to: { path: '^(records|domain|contract|messaging)/', pathNot: '^domain/kernel/' },
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
      comment: 'of another plugin only what it offers; `uses` names it (console/plugins.spec.ts)',
      from: { path: '^console/plugins/([^/]+)/' },
      to: {
        path: '^console/plugins/',
        pathNot: ['^console/plugins/$1/', '^console/plugins/[^/]+/offers/'],
      },
    },
    {
      name: 'plugin-declares-only',
      severity: 'error',
      comment:
        'plugin.ts is data, small functions and import(): a static import of a component would pull it into the first load',
      from: { path: '^(console/plugins/[^/]+|channels/[^/]+/console)/plugin\\.tsx?$' },
      to: {
        path: '^(console/plugins|channels/[^/]+/console)/.*.tsx$',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
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
