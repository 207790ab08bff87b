// The arrows between the rooms of src/ (docs/decisions/0001-rooms-and-arrows.md).
const rooms = [
  'schemas',
  'config',
  'edit',
  'import',
  'platform',
  'profiles',
  'live',
  'audiences',
  'lookups',
  'planner',
  'appliers',
  'state',
  'stops',
  'runs',
  'report',
  'cli',
];
const mayImport = {
  diagnostics: [],
  schemas: ['diagnostics'],
  config: ['schemas', 'diagnostics'],
  edit: ['config', 'schemas', 'diagnostics'],
  import: ['config', 'edit', 'live', 'planner', 'platform', 'schemas', 'diagnostics'],
  platform: ['schemas', 'diagnostics'],
  profiles: ['edit', 'platform', 'state', 'diagnostics'],
  planner: ['schemas', 'diagnostics'],
  live: ['platform', 'schemas', 'diagnostics'],
  audiences: ['platform', 'schemas', 'diagnostics'],
  lookups: ['platform', 'schemas', 'diagnostics'],
  state: ['schemas', 'diagnostics'],
  stops: ['appliers', 'platform', 'schemas', 'diagnostics'],
  appliers: ['planner', 'platform', 'live', 'state', 'schemas', 'diagnostics'],
  runs: [
    'config',
    'edit',
    'import',
    'platform',
    'profiles',
    'live',
    'audiences',
    'lookups',
    'planner',
    'appliers',
    'state',
    'stops',
    'report',
    'schemas',
    'diagnostics',
  ],
  report: ['planner', 'appliers', 'stops', 'schemas', 'diagnostics'],
};
// The rooms of src/planner follow one another: each sees those before it, and only plan.ts, drift.ts and why.ts see all.
const stages = ['match', 'exposure', 'graph', 'schedule', 'guards', 'result'];
const stageArrows = stages.map((stage, index) => ({
  name: `planner-${stage}-sees-only-stages-before-it`,
  severity: 'error',
  from: { path: `^src/planner/${stage}/` },
  to: { path: '^src/planner/', pathNot: `^src/planner/(${stages.slice(0, index + 1).join('|')})/` },
}));
// The folders of the sandbox, the lowest first: each sees those before it, and the files beside them see all.
const sandboxFolders = [
  'wire',
  'params',
  'store',
  'world',
  'oauth',
  'engine',
  'lookups',
  'resources',
  'auth',
  'data',
  'catalog',
  'control',
  'state',
  'storage',
  'openapi',
  'console',
  'api',
];
const sandboxArrows = sandboxFolders.map((folder, index) => ({
  name: `sandbox-${folder}-sees-only-folders-before-it`,
  severity: 'error',
  from: { path: `^packages/sandbox/src/${folder}/` },
  to: {
    path: '^packages/sandbox/src/',
    pathNot: `^packages/sandbox/src/(value\\.ts$|(${sandboxFolders.slice(0, index + 1).join('|')})/)`,
  },
}));
const arrows = Object.entries(mayImport).map(([room, allowed]) => ({
  name: `${room}-imports-only-${allowed.join('-') || 'itself'}`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: `^src/(${[room, ...allowed].join('|')})/` },
}));

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...arrows,
    ...stageArrows,
    ...sandboxArrows,
    {
      name: 'the-sandbox-shares-no-code-with-adsync',
      severity: 'error',
      from: { path: '^packages/sandbox/' },
      to: { path: '^src/' },
    },
    {
      name: 'only-the-command-line-uses-the-sandbox',
      severity: 'error',
      from: { path: '^src/(?!cli/)' },
      to: { path: '^packages/' },
    },
    {
      name: 'nobody-imports-cli',
      severity: 'error',
      from: { path: '^src/(?!cli/)' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'planner-and-schemas-do-no-io',
      severity: 'error',
      from: { path: '^src/(planner|schemas)/' },
      to: {
        path: [
          '^(node:)?(fs|http|https|net|child_process|timers|sqlite|os)',
          'node_modules/(undici|kysely|pg|fastify)/',
        ],
      },
    },
    {
      name: 'reports-see-only-types-of-the-engine',
      severity: 'error',
      from: { path: '^src/report/' },
      to: { path: '^src/appliers/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'layouts-see-a-plan-and-a-drift-report-only-as-views',
      severity: 'error',
      from: { path: '^src/report/(text|markdown|html|[a-z]+-junit)' },
      to: { path: '^src/(planner|appliers|schemas)/', pathNot: '^src/schemas/micro-units\\.ts$' },
    },
    {
      name: 'views-know-no-layout',
      severity: 'error',
      from: { path: '^src/report/view/' },
      to: { path: '^src/report/(text|markdown|html|[a-z]+-junit)' },
    },
    {
      name: 'appliers-see-only-the-store-interface',
      severity: 'error',
      from: { path: '^src/appliers/' },
      to: { path: '^src/state/', pathNot: '^src/state/store\\.ts$' },
    },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'known-rooms',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(${[...rooms, 'diagnostics'].join('|')})/|^src/[a-z-]+\\.ts$` },
      to: {},
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
  },
};
