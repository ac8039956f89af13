import { readFileSync } from 'node:fs'

/**
 * The walls of docs/architecture.md, "Direction", as rules. Each has a planted violation
 * in tools/checks/boundaries.test.ts that must be found.
 */
const deny = (name, { from, to, comment }) => ({ name, severity: 'error', comment, from, to })

const test = '(\\.(test|suite)\\.tsx?$|^(apps|packages|services)/[^/]+/src/testing/)'
const leaves = 'access|catalog|data-grid|delimited|extensions|identity|pg-model|pg-sql|engine'

/** The modules that package.json exports, as patterns. */
function entriesOf(name) {
  const manifest = new URL(`packages/${name}/package.json`, import.meta.url)
  const { exports } = JSON.parse(readFileSync(manifest, 'utf8'))
  return Object.values(exports).map((path) => `^packages/${name}/${path.slice(2)}$`)
}

/** What other packages and apps may import: `index.ts`, or the entries of package.json. */
const frontDoors = [
  '^(packages|services)/[^/]+/src/index\\.ts$',
  '^packages/contract/src/',
  ...entriesOf('data-grid'),
  ...entriesOf('catalog'),
  ...entriesOf('cron'),
]

/** Below every package that reads or changes a database. */
const port = 'engine|pg-sql|pg-model|delimited'

export default {
  forbidden: [
    deny('no-circular', {
      from: {},
      to: { circular: true },
      comment: 'Two modules that need each other are one: move what both need below them.',
    }),
    deny('unresolved', {
      from: {},
      // The parser reads the word import in JSX text as a statement whose source is missing (✖).
      to: { couldNotResolve: true, pathNot: '^✖$' },
      comment: 'A typing mistake, or a dependency that package.json does not name.',
    }),
    deny('leaves-import-none-of-ours', {
      from: { path: `^packages/(${leaves})/` },
      to: { path: '^(packages|services|apps)/', pathNot: '^packages/$1/' },
      comment: 'A leaf package imports no other package of ours.',
    }),
    deny('contract-on-leaves', {
      from: { path: '^packages/contract/' },
      to: {
        path: '^(packages|services|apps)/',
        pathNot: '^packages/(contract|access|catalog|pg-model)/',
      },
      comment: 'The contract knows rights and catalogue; it never sees SQL or an engine.',
    }),
    deny('pg-catalog-on-the-port', {
      from: { path: '^packages/pg-catalog/', pathNot: test },
      to: { path: '^(packages|services|apps)/', pathNot: `^packages/(pg-catalog|${port})/` },
      comment: 'Introspection works over the port of the engine package, whatever is behind it.',
    }),
    deny('pg-rows-on-the-catalog', {
      from: { path: '^packages/pg-rows/', pathNot: test },
      to: {
        path: '^(packages|services|apps)/',
        pathNot: `^packages/(pg-rows|pg-catalog|${port})/`,
      },
      comment: 'Rows and their change log know tables; they know no design and no undo.',
    }),
    deny('pg-schema-on-rows', {
      from: { path: '^packages/pg-schema/', pathNot: test },
      to: {
        path: '^(packages|services|apps)/',
        pathNot: `^packages/(pg-schema|pg-rows|pg-catalog|${port})/`,
      },
      comment: 'A design knows tables and rows; it does not know how a change is undone.',
    }),
    deny('pg-undo-on-top', {
      from: { path: '^packages/pg-undo/', pathNot: test },
      to: {
        path: '^(packages|services|apps)/',
        pathNot: `^packages/(pg-undo|pg-schema|pg-rows|pg-catalog|${port})/`,
      },
      comment: 'Undo and trash stand above the other packages of PostgreSQL, and below the server.',
    }),
    deny('grammar-on-splitting', {
      from: { path: '^packages/pg-grammar/' },
      to: { path: '^(packages|services|apps)/', pathNot: '^packages/(pg-grammar|pg-sql)/' },
      comment: 'What a text means is known from the text alone, in the browser as on the server.',
    }),
    deny('adapters-on-the-port', {
      from: { path: '^packages/(engine-embedded|engine-external)/', pathNot: test },
      to: {
        path: '^(packages|services|apps)/',
        pathNot: ['^packages/$1/', '^packages/(engine|extensions|pg-sql|pg-connection)/'],
      },
      comment:
        'An adapter knows the port, our extensions, quoting and the driver; no other adapter.',
    }),
    deny('driver-below-adapters', {
      from: { path: '^packages/pg-connection/' },
      to: {
        path: '^(packages|services|apps)/',
        pathNot: '^packages/(pg-connection|engine|pg-sql)/',
      },
      comment: 'The driver layer implements the port and knows nothing above it.',
    }),
    deny('driver-for-adapters-only', {
      from: {
        path: '^(packages|services|apps)/',
        pathNot: ['^packages/(engine-[^/]+|pg-connection)/', '^services/logs/src/postgres/'],
      },
      to: { path: '^packages/pg-connection/' },
      comment:
        'Only engine adapters open connections; everyone else asks the port. The log store copies rows into the system database.',
    }),
    deny('jobs-on-the-driver', {
      from: { path: '^packages/jobs/', pathNot: test },
      to: { path: '^(packages|services|apps)/', pathNot: '^packages/(jobs|engine)/' },
      comment: 'Jobs know PostgreSQL and what a job does by a function: no service, no app.',
    }),
    deny('queue-in-jobs-only', {
      from: { path: '^(packages|services|apps)/', pathNot: '^packages/jobs/' },
      to: { path: 'node_modules/(graphile-worker|croner)/' },
      comment: 'What runs later or regularly goes through packages/jobs.',
    }),
    deny('grid-in-the-dashboard-only', {
      from: {
        path: '^(packages|services|apps)/',
        pathNot: '^(packages/data-grid|apps/dashboard)/',
      },
      to: { path: '^packages/data-grid/' },
      comment: 'The grid shows cells in a browser; nothing else needs it.',
    }),
    deny('testkits-in-tests-only', {
      from: {
        path: '^(packages|services|apps)/',
        pathNot: [test, '^(packages|services)/[a-z-]*testkit/'],
      },
      to: {
        path: '(^(packages|services)/[a-z-]*testkit/|^(apps|packages|services)/[^/]+/src/testing/)',
      },
      comment: 'What ships imports no test code.',
    }),
    deny('packages-below-services-and-apps', {
      from: { path: '^packages/' },
      to: { path: '^(services|apps)/' },
      comment: 'Apps and services import packages, never the other way round.',
    }),
    deny('services-on-packages', {
      from: { path: '^services/([^/]+)/', pathNot: [test, '^services/[a-z-]*testkit/'] },
      to: {
        path: '^(packages|services|apps)/',
        pathNot: ['^packages/(engine|identity|jobs|delimited|pg-[^/]+)/', '^services/$1/'],
      },
      comment:
        'A service answers the clients of projects. It knows no app, contract or other service.',
    }),
    deny('apps-are-islands', {
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
      comment: 'Dashboard and server meet in the contract only.',
    }),
    deny('dashboard-sees-no-server-package', {
      from: { path: '^apps/dashboard/' },
      to: {
        path: '^(packages|services)/',
        pathNot:
          '^packages/(contract|access|catalog|pg-model|pg-grammar|pg-sql|delimited|data-grid|testkit)/',
      },
      comment: 'Code in the browser sees no engine and no statement of the server.',
    }),
    deny('adapters-in-the-root-only', {
      from: {
        path: '^apps/server/src/',
        pathNot: ['^apps/server/src/start/', test],
      },
      to: { path: '^packages/engine-' },
      comment: 'Only the parts of the composition root in start/ name an adapter.',
    }),
    deny('areas-are-islands', {
      from: { path: '^apps/([^/]+)/src/areas/([^/]+)/' },
      to: { path: '^apps/[^/]+/src/areas/', pathNot: '^apps/$1/src/areas/$2/' },
      comment: 'An area imports no sibling: what two need moves to product, ui or a package.',
    }),
    deny('server-areas-listed-once', {
      from: { path: '^apps/server/src/', pathNot: '^apps/server/src/areas\\.ts$' },
      to: { path: '^apps/server/src/areas/[^/]+/area\\.ts$' },
      comment:
        'An install adds areas by the list in areas.ts; nothing else depends on one of them.',
    }),
    deny('areas-below-app', {
      from: { path: '^apps/dashboard/src/(areas|product|lib|ui)/', pathNot: test },
      to: { path: '^apps/dashboard/src/app/' },
      comment: 'An area does not know which shell shows it.',
    }),
    deny('areas-listed-once', {
      from: {
        path: '^apps/dashboard/src/',
        pathNot: [test, '^apps/dashboard/src/app/areas\\.ts$'],
      },
      to: { path: '^apps/dashboard/src/areas/[^/]+/routes\\.ts$' },
      comment: 'Only the list of areas imports what an area declares; all others read the list.',
    }),
    deny('declarations-stay-light', {
      from: { path: '^apps/dashboard/src/areas/[^/]+/routes\\.ts$' },
      to: {
        path: '^apps/dashboard/src/(areas|product|ui)/',
        pathNot: '^apps/dashboard/src/areas/[^/]+/paths\\.ts$',
        dynamic: false,
      },
      comment: 'Declarations are in the first page: they load pages and their parts on demand.',
    }),
    deny('product-below-areas', {
      from: { path: '^apps/dashboard/src/(product|lib|ui)/', pathNot: test },
      to: { path: '^apps/dashboard/src/areas/' },
      comment: 'Shared parts know no area.',
    }),
    deny('lib-and-ui-below-product', {
      from: { path: '^apps/dashboard/src/(lib|ui)/', pathNot: test },
      to: { path: '^apps/dashboard/src/product/' },
      comment: 'lib and ui know no product part.',
    }),
    deny('lib-without-ui', {
      from: { path: '^apps/dashboard/src/lib/', pathNot: test },
      to: { path: '^apps/dashboard/src/ui/' },
      comment: 'lib has no components of its own.',
    }),
    deny('ui-without-data', {
      from: { path: '^apps/dashboard/src/ui/', pathNot: test },
      to: {
        path: '(node_modules/@tanstack/(?!(?:react|table|virtual)-(?:table|virtual|core)/)|^apps/dashboard/src/lib/network/api|^packages/contract/)',
      },
      comment:
        'Components of ui take plain props: no router, no query, no call. Tables and virtual lists hold no data of their own (decision 048).',
    }),
    deny('server-areas-without-http', {
      from: { path: '^apps/server/src/areas/', pathNot: test },
      to: { path: 'node_modules/fastify/' },
      comment: 'An area takes input and returns or throws; only http/ speaks HTTP.',
    }),
    deny('contract-testing-in-tests', {
      from: { path: '^(packages|services|apps)/', pathNot: '/testing/|\\.(test|suite)\\.tsx?$' },
      to: { path: '^packages/contract/src/testing/' },
      comment: 'The list of every route loads the whole contract: only tests may.',
    }),
    deny('entry-point-only', {
      from: { path: '^(packages|services|apps)/([^/]+)/' },
      to: { path: '^(packages|services)/[^/]+/src/', pathNot: [...frontDoors, '^$1/$2/'] },
      comment:
        'A package is imported by its name; what its package.json does not export is private.',
    }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}
