/** Where each module may import from, besides itself; docs/architecture.md draws it. */
const ALLOWED = {
  'packages/contract': [],
  'packages/speech': ['packages/contract'],
  'packages/animation': ['packages/contract', 'packages/speech'],
  'packages/avatar': ['packages/contract', 'packages/speech', 'packages/animation'],
  'packages/actors': ['packages/contract', 'packages/speech', 'packages/animation', 'packages/avatar'],
  'packages/client': ['packages/contract'],
  'packages/studio': ['packages/contract', 'packages/client'],
  'packages/cli': ['packages/contract', 'packages/animation', 'packages/avatar', 'packages/client'],
  'packages/local-aws': [],
  'layers/aws': ['packages/contract'],
  'layers/billing': ['packages/contract', 'layers/aws'],
  'layers/webhooks': ['packages/contract', 'layers/aws'],
  'layers/jobs': ['packages/contract', 'layers/aws', 'layers/billing'],
  'layers/runtime': ['packages/contract', 'layers/(aws|billing|jobs|webhooks)'],
  'layers/canary': ['packages/contract', 'packages/animation'],
  functions: ['layers', 'packages/(contract|speech|animation|avatar)'],
  lib: ['layers', 'packages/(contract|speech|animation|avatar)'],
  bin: ['lib', 'layers', 'packages'],
};

const BY_PATH = { dependencyTypes: ['local'], dependencyTypesNot: ['aliased'] };

const any = (paths) => `^(${paths.join('|')})/`;

export default {
  forbidden: [
    {
      name: 'unresolved-import',
      comment: 'No other rule applies to an import that does not resolve. `aws-lambda` has only types (@types/aws-lambda).',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^aws-lambda$' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(ALLOWED).map(([module, targets]) => ({
      name: `${module}-imports`,
      severity: 'error',
      from: { path: any([module]) },
      to: { path: any(['bin', 'lib', 'functions', 'layers', 'packages', 'bench', 'test']), pathNot: any([module, ...targets]) },
    })),
    {
      name: 'unknown-module',
      comment: 'Add the module to ALLOWED.',
      severity: 'error',
      from: { path: '^(layers|packages)/', pathNot: any(Object.keys(ALLOWED)) },
      to: {},
    },
    {
      name: 'no-import-between-functions',
      severity: 'error',
      from: { path: '^functions/([^/]+/[^/]+)/' },
      to: { path: '^functions/', pathNot: '^functions/$1/' },
    },
    {
      name: 'no-deep-import',
      comment: 'Import through an entry of "imports" or "exports" in package.json.',
      severity: 'error',
      from: { path: '^((?:layers|packages)/[^/]+|[^/]+)/', pathNot: '^test/' },
      to: { path: '^(layers|packages)/', pathNot: '^$1/', ...BY_PATH },
    },
    {
      name: 'no-deep-import-by-tests',
      comment: 'Only the tests of a layer import its files.',
      severity: 'error',
      from: { path: '^test/([^/]+)' },
      to: { path: '^(layers|packages)/', pathNot: '^layers/$1/', ...BY_PATH },
    },
    {
      name: 'no-test-code',
      comment: 'Only tests and benchmarks import test code.',
      severity: 'error',
      from: { pathNot: '^(bench|test|packages/[^/]+/(test|openapi))/' },
      to: { path: '^(bench|test)/|/testing\\.ts$|^packages/[^/]+/test/' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist|kernel)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
