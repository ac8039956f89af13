import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, expect, test } from 'vitest'

import rules from '../../.dependency-cruiser.mjs'
import { root } from '../bootstrap/checkout.mjs'
import { checkBoundaries } from './boundaries.mjs'

type Files = Record<string, string>

const services = ['gateway', 'gateway-testkit', 'logs', 'logs-testkit']

const packages =
  'access catalog contract data-grid delimited engine engine-embedded engine-external engine-testkit identity jobs pg-catalog pg-connection pg-grammar pg-model pg-rows pg-schema pg-sql pg-testkit pg-undo testkit'.split(
    ' ',
  )

const checkouts: string[] = []

afterEach(async () => {
  await Promise.all(checkouts.splice(0).map((checkout) => rm(checkout, { recursive: true })))
})

/** An empty checkout with every package and app, and the given files in it. */
async function checkoutWith(files: Files): Promise<string> {
  const checkout = await mkdtemp(join(tmpdir(), 'basalt-walls-'))
  checkouts.push(checkout)
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(checkout, path)), { recursive: true })
    await writeFile(join(checkout, path), text)
  }
  await mkdir(join(checkout, 'node_modules', '@basalt'), { recursive: true })
  await cp(join(root, 'tsconfig.base.json'), join(checkout, 'tsconfig.base.json'))
  const places = [
    ...packages.map((name) => ['packages', name] as const),
    ...services.map((name) => ['services', name] as const),
  ]
  for (const [place, name] of places) {
    const manifest = { name: `@basalt/${name}`, type: 'module', exports: { '.': './src/index.ts' } }
    await write(`${place}/${name}/package.json`, JSON.stringify(manifest))
    await write(`${place}/${name}/src/index.ts`, 'export const here = 1\n')
    await write(`${place}/${name}/src/private.ts`, 'export const hidden = 1\n')
    await symlink(join(checkout, place, name), join(checkout, 'node_modules', '@basalt', name))
  }
  for (const library of ['fastify', '@tanstack/react-query', 'croner']) {
    await write(`node_modules/${library}/package.json`, JSON.stringify({ main: 'index.js' }))
    await write(`node_modules/${library}/index.js`, '')
  }
  await write('apps/server/src/start/engine.ts', "import '@basalt/engine-embedded'\n")
  await write('apps/dashboard/src/main.tsx', "import '@basalt/contract'\n")
  for (const [path, text] of Object.entries(files)) await write(path, text)
  return checkout
}

/** One violation of each rule: a file with a forbidden import. */
const planted: [wall: string, files: Files][] = [
  [
    'no-circular',
    {
      'packages/access/src/a.ts': "import './b.ts'\nexport const a = 1\n",
      'packages/access/src/b.ts': "import './a.ts'\nexport const b = 1\n",
    },
  ],
  [
    'folder-cycle',
    {
      'packages/access/src/one/a.ts': "import type { B } from '../two/b.ts'\nexport type A = B\n",
      'packages/access/src/two/b.ts': "import type { C } from '../one/c.ts'\nexport type B = C\n",
      'packages/access/src/one/c.ts': 'export type C = 1\n',
    },
  ],
  [
    'folder-cycle',
    {
      'apps/dashboard/src/areas/one/Page.tsx': "import './parts/Part.tsx'\n",
      'apps/dashboard/src/areas/one/parts/Part.tsx': "import '../queries.ts'\n",
      'apps/dashboard/src/areas/one/queries.ts': 'export const b = 1\n',
    },
  ],
  ['unresolved', { 'packages/access/src/a.ts': "import './absent.ts'\n" }],
  ['leaves-import-none-of-ours', { 'packages/access/src/a.ts': "import '@basalt/catalog'\n" }],
  ['leaves-import-none-of-ours', { 'packages/engine/src/a.ts': "import '@basalt/pg-sql'\n" }],
  ['leaves-import-none-of-ours', { 'packages/data-grid/src/a.ts': "import '@basalt/pg-sql'\n" }],
  ['leaves-import-none-of-ours', { 'packages/data-grid/src/a.ts': "import '@basalt/engine'\n" }],
  ['leaves-import-none-of-ours', { 'packages/identity/src/a.ts': "import '@basalt/contract'\n" }],
  ['contract-on-leaves', { 'packages/contract/src/a.ts': "import '@basalt/engine'\n" }],
  ['contract-on-leaves', { 'packages/contract/src/a.ts': "import '@basalt/pg-sql'\n" }],
  ['pg-catalog-on-the-port', { 'packages/pg-catalog/src/a.ts': "import '@basalt/contract'\n" }],
  ['pg-catalog-on-the-port', { 'packages/pg-catalog/src/a.ts': "import '@basalt/pg-rows'\n" }],
  ['pg-rows-on-the-catalog', { 'packages/pg-rows/src/a.ts': "import '@basalt/pg-schema'\n" }],
  ['pg-schema-on-rows', { 'packages/pg-schema/src/a.ts': "import '@basalt/pg-undo'\n" }],
  ['pg-undo-on-top', { 'packages/pg-undo/src/a.ts': "import '@basalt/contract'\n" }],
  ['grammar-on-splitting', { 'packages/pg-grammar/src/a.ts': "import '@basalt/engine'\n" }],
  [
    'adapters-on-the-port',
    { 'packages/engine-embedded/src/a.ts': "import '@basalt/pg-catalog'\n" },
  ],
  [
    'adapters-on-the-port',
    { 'packages/engine-external/src/a.ts': "import '@basalt/engine-embedded'\n" },
  ],
  ['driver-below-adapters', { 'packages/pg-connection/src/a.ts': "import '@basalt/pg-catalog'\n" }],
  [
    'driver-for-adapters-only',
    { 'packages/pg-catalog/src/a.ts': "import '@basalt/pg-connection'\n" },
  ],
  ['driver-for-adapters-only', { 'apps/server/src/main.ts': "import '@basalt/pg-connection'\n" }],
  ['jobs-on-the-driver', { 'packages/jobs/src/a.ts': "import '@basalt/contract'\n" }],
  ['queue-in-jobs-only', { 'apps/server/src/jobs/a.ts': "import 'croner'\n" }],
  ['grid-in-the-dashboard-only', { 'apps/server/src/a.ts': "import '@basalt/data-grid'\n" }],
  ['grid-in-the-dashboard-only', { 'packages/contract/src/a.ts': "import '@basalt/data-grid'\n" }],
  ['testkits-in-tests-only', { 'apps/server/src/a.ts': "import '@basalt/testkit'\n" }],
  [
    'testkits-in-tests-only',
    {
      'apps/server/src/a.ts': "import './testing/b.ts'\n",
      'apps/server/src/testing/b.ts': 'export const b = 1\n',
    },
  ],
  [
    'packages-below-services-and-apps',
    { 'packages/data-grid/src/a.ts': "import '../../../apps/dashboard/src/main.tsx'\n" },
  ],
  [
    'packages-below-services-and-apps',
    { 'packages/contract/src/a.ts': "import '../../../apps/server/src/start/engine.ts'\n" },
  ],
  [
    'packages-below-services-and-apps',
    { 'packages/engine/src/a.ts': "import '@basalt/gateway'\n" },
  ],
  [
    'contract-testing-in-tests',
    {
      'packages/contract/src/testing/every-route.ts': 'export const everyRoute = 1\n',
      'packages/contract/src/boot.ts': "import './testing/every-route.ts'\n",
    },
  ],
  ['services-on-packages', { 'services/gateway/src/a.ts': "import '@basalt/contract'\n" }],
  [
    'services-on-packages',
    { 'services/gateway/src/a.ts': "import '../../../apps/server/src/start/engine.ts'\n" },
  ],
  [
    'services-on-packages',
    {
      'services/rest/src/a.ts': "import '@basalt/gateway'\n",
    },
  ],
  ['testkits-in-tests-only', { 'apps/server/src/a.ts': "import '@basalt/gateway-testkit'\n" }],
  [
    'apps-are-islands',
    { 'apps/dashboard/src/a.ts': "import '../../server/src/start/engine.ts'\n" },
  ],
  ['dashboard-sees-no-server-package', { 'apps/dashboard/src/a.ts': "import '@basalt/engine'\n" }],
  ['dashboard-sees-no-server-package', { 'apps/dashboard/src/a.ts': "import '@basalt/gateway'\n" }],
  [
    'dashboard-sees-no-server-package',
    { 'apps/dashboard/src/a.ts': "import '@basalt/pg-catalog'\n" },
  ],
  [
    'adapters-in-the-root-only',
    { 'apps/server/src/jobs/a.ts': "import '@basalt/engine-embedded'\n" },
  ],
  [
    'areas-are-islands',
    {
      'apps/server/src/areas/one/a.ts': "import '../two/b.ts'\n",
      'apps/server/src/areas/two/b.ts': 'export const b = 1\n',
    },
  ],
  [
    'areas-are-islands',
    {
      'apps/dashboard/src/areas/one/a.tsx': "import '../two/b.tsx'\n",
      'apps/dashboard/src/areas/two/b.tsx': 'export const b = 1\n',
    },
  ],
  [
    'server-areas-listed-once',
    {
      'apps/server/src/install.ts': "import './areas/one/area.ts'\n",
      'apps/server/src/areas/one/area.ts': 'export const oneArea = 1\n',
    },
  ],
  [
    'adapters-in-the-root-only',
    { 'apps/server/src/install.ts': "import '@basalt/engine-embedded'\n" },
  ],
  [
    'adapters-in-the-root-only',
    { 'apps/server/src/main.ts': "import '@basalt/engine-external'\n" },
  ],
  [
    'areas-listed-once',
    {
      'apps/dashboard/src/app/router.ts': "import '../areas/one/routes.ts'\n",
      'apps/dashboard/src/areas/one/routes.ts': 'export const one = 1\n',
    },
  ],
  [
    'areas-listed-once',
    {
      'apps/dashboard/src/areas/one/OnePage.tsx': "import './routes.ts'\n",
      'apps/dashboard/src/areas/one/routes.ts': 'export const one = 1\n',
    },
  ],
  [
    'declarations-stay-light',
    {
      'apps/dashboard/src/areas/one/routes.ts': "import './OnePage.tsx'\n",
      'apps/dashboard/src/areas/one/OnePage.tsx': 'export const OnePage = 1\n',
    },
  ],
  [
    'declarations-stay-light',
    {
      'apps/dashboard/src/areas/one/routes.ts': "import '../../ui/Button.tsx'\n",
      'apps/dashboard/src/ui/Button.tsx': 'export const Button = 1\n',
    },
  ],
  [
    'product-below-areas',
    {
      'apps/dashboard/src/product/a.ts': "import '../areas/one/b.ts'\n",
      'apps/dashboard/src/areas/one/b.ts': 'export const b = 1\n',
    },
  ],
  [
    'areas-below-app',
    {
      'apps/dashboard/src/areas/one/a.ts': "import '../../app/b.ts'\n",
      'apps/dashboard/src/app/b.ts': 'export const b = 1\n',
    },
  ],
  [
    'lib-and-ui-below-product',
    {
      'apps/dashboard/src/ui/a.ts': "import '../product/b.ts'\n",
      'apps/dashboard/src/product/b.ts': 'export const b = 1\n',
    },
  ],
  [
    'lib-without-ui',
    {
      'apps/dashboard/src/lib/a.ts': "import '../ui/b.ts'\n",
      'apps/dashboard/src/ui/b.ts': 'export const b = 1\n',
    },
  ],
  ['ui-without-data', { 'apps/dashboard/src/ui/A.tsx': "import '@tanstack/react-query'\n" }],
  ['server-areas-without-http', { 'apps/server/src/areas/one/a.ts': "import 'fastify'\n" }],
  [
    'entry-point-only',
    { 'apps/dashboard/src/a.ts': "import '../../../packages/data-grid/src/private.ts'\n" },
  ],
  [
    'entry-point-only',
    { 'apps/dashboard/src/a.ts': "import '../../../packages/access/src/private.ts'\n" },
  ],
]

test('a checkout without a violation passes, and its modules are counted', async () => {
  const checkout = await checkoutWith({})

  expect(await checkBoundaries(checkout, rules)).toEqual({
    modules: (packages.length + services.length) * 2 + 2,
    failures: [],
  })
})

test.for(planted)('a violation of %s is found', async ([wall, files]) => {
  const { failures } = await checkBoundaries(await checkoutWith(files), rules)

  expect(failures.map((failure) => failure.split(':')[0])).toContain(wall)
})

test('a cycle of type imports is accepted', async () => {
  const checkout = await checkoutWith({
    'packages/access/src/a.ts':
      "import { b } from './b.ts'\nexport type A = 1\nexport const a = b\n",
    'packages/access/src/b.ts': "import type { A } from './a.ts'\nexport const b: A = 1\n",
  })

  expect((await checkBoundaries(checkout, rules)).failures).toEqual([])
})

test('every rule has a planted violation', () => {
  const walls = new Set([...rules.forbidden.map(({ name }) => name), 'folder-cycle'])

  expect(new Set(planted.map(([wall]) => wall))).toEqual(walls)
})

test('a check without modules fails', async () => {
  const checkout = await checkoutWith({})
  await rm(join(checkout, 'apps'), { recursive: true })
  await rm(join(checkout, 'packages'), { recursive: true })
  await rm(join(checkout, 'services'), { recursive: true })
  await mkdir(join(checkout, 'apps'))
  await mkdir(join(checkout, 'packages'))

  const { modules, failures } = await checkBoundaries(checkout, rules)

  expect(modules).toBe(0)
  expect(failures).toContain('The check saw no module at all')
})
