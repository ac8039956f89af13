import type { ProjectDatabase, ProjectEngine } from '@basalt/engine'
import { embeddedEngine } from '@basalt/engine-embedded'
import { splitStatements } from '@basalt/pg-sql'
import { dataDirectory } from '@basalt/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { getCatalog } from '../definition/testing/catalog-of.ts'
import { runSteps } from '../designs/run-steps.ts'
import { listObjects } from './list-objects.ts'
import { planObjectChange, readObjectDesign, writeDefinition } from './plan-object.ts'
import { randomObjects } from './testing/random/random-objects.ts'
import {
  randomCleanup,
  type RandomObject,
  randomSchema,
  randomSetup,
} from './testing/random/random-parts.ts'

let folder: Awaited<ReturnType<typeof dataDirectory>>
let engine: ProjectEngine
let source: ProjectDatabase
let copy: ProjectDatabase

beforeAll(async () => {
  folder = await dataDirectory()
  engine = embeddedEngine({ dataDir: folder.path, secretFor: (label) => `secret-${label}` })
  const ownerPassword = 'plain-otter-Velvet-41-quarry'
  const open = async (ref: string) => {
    await engine.create(ref, { ownerPassword })
    return engine.open(ref, 'owner')
  }
  ;[source, copy] = await Promise.all([open('source'), open('copy')])
})
afterAll(async () => {
  await engine.shutdown()
  await engine.disconnect()
  await folder.remove()
})

async function run(db: ProjectDatabase, statements: readonly string[]) {
  for (const text of statements) {
    await db.text(text).catch((cause: unknown) => {
      throw new Error(`Failed: ${text}`, { cause })
    })
  }
}

/** Creates the objects as their forms do. */
async function create(objects: readonly RandomObject[]) {
  for (const { kind, design } of objects) {
    const { steps } = await planObjectChange(source, kind, { action: 'create', design })
    await runSteps(source, { steps }).catch((cause: unknown) => {
      throw new Error(`Failed: ${JSON.stringify(design)}`, { cause })
    })
  }
}

/** The SQL that the pages of the objects show. */
async function readDefinitions(objects: readonly RandomObject[]): Promise<string> {
  const parts: string[] = []
  for (const { kind, design } of objects) {
    const listing = { search: design.name, direction: 'ascending', limit: 100 } as const
    const { rows } = await listObjects<{ id: number; name: string }>(source, kind, listing)
    const id = rows.find(({ name }) => name === design.name)?.id
    const found = id === undefined ? null : await readObjectDesign(source, kind, id)
    if (found === null) throw new Error(`There is no ${kind.noun} ${design.name}`)
    parts.push(await writeDefinition(source, kind, found.design))
  }
  return parts.join('\n')
}

/** The parts of the catalog that `getCatalog` leaves out: roles, publications, owners, collations. */
const others = /* SQL */ `
  select 'publication', p.pubname, to_jsonb(p) - '{oid,pubowner}'::text[] || jsonb_build_object(
      'comment', obj_description(p.oid, 'pg_publication'), 'owner', p.pubowner::regrole,
      'tables', (select jsonb_agg(t order by t.tablename) from pg_publication_tables t where t.pubname = p.pubname))
    from pg_publication p
  union all
  select 'role', r.rolname, to_jsonb(r) - '{oid,rolpassword}'::text[] || jsonb_build_object(
      'comment', shobj_description(r.oid, 'pg_authid'),
      'groups', (
        select jsonb_agg(jsonb_build_array(m.roleid::regrole, m.admin_option, m.inherit_option, m.set_option))
        from pg_auth_members m where m.member = r.oid))
    from pg_roles r where r.rolname !~ '^(pg_|basalt_)'
  union all
  select 'owner', x.name, to_jsonb(x.owner::regrole) from (
    select relname as name, relowner as owner, relnamespace as space from pg_class
    union all select typname, typowner, typnamespace from pg_type
    union all select proname, proowner, pronamespace from pg_proc
  ) x join pg_namespace n on n.oid = x.space and n.nspname = $1
  union all
  select 'collation', t.typname, to_jsonb(array[c.collname, (
      select o.opcname from pg_range r join pg_opclass o on o.oid = r.rngsubopc where r.rngtypid = t.oid
    )])
    from pg_type t join pg_namespace n on n.oid = t.typnamespace and n.nspname = $1
    left join pg_collation c on c.oid = coalesce(
      (select nullif(r.rngcollation, 0) from pg_range r where r.rngtypid = t.oid), t.typcollation)
  order by 1, 2, 3`

const readCatalog = async (db: ProjectDatabase) => ({
  ...(await getCatalog(db, randomSchema)),
  others: (await db.text(others, [randomSchema])).rows,
})

async function clean(db: ProjectDatabase) {
  const left = await db.query<{ sql: string }>(
    `select format('drop publication %I', pubname) as sql from pg_publication
     union all select format('drop role %I', rolname) from pg_roles
     where oid >= 16384 and rolname !~ '^(basalt_|postgres$|Reader)'`,
  )
  await run(db, [...left.map(({ sql }) => sql), ...randomCleanup])
}

test('the SQL of random objects creates the same catalog in an empty database', async () => {
  await fc.assert(
    fc
      .asyncProperty(randomObjects, async (objects) => {
        await create(objects)
        const script = await readDefinitions(objects)
        await run(
          copy,
          splitStatements(script).map(({ text }) => text),
        )
        expect(await readCatalog(copy)).toEqual(await readCatalog(source))
      })
      .beforeEach(() => Promise.all([source, copy].map((db) => run(db, randomSetup))))
      .afterEach(() => Promise.all([source, copy].map(clean))),
    { numRuns: 6, endOnFailure: true },
  )
})
