import type { ProjectDatabase } from '@basalt/engine'
import { splitStatements } from '@basalt/pg-sql'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { runSteps } from '../../designs/run-steps.ts'
import type { Step } from '../../designs/steps.ts'
import { listObjects } from '../list-objects.ts'
import { asAnyKind, type ObjectChange, type ObjectDesign, type ObjectKind } from '../object-kind.ts'
import { planObjectChange, readObjectDesign, writeDefinition } from '../plan-object.ts'
import { prepareReverse } from '../reverse-change.ts'
import { diffCatalogs, readCatalogSnapshot } from './catalog-snapshot.ts'
import { readNamedSnapshot } from './named-snapshot.ts'

type TestDatabase = {
  db: ProjectDatabase
  run: (...statements: string[]) => Promise<void>
  asSuperuser: (isSuperuser: boolean) => Promise<void>
}

export type KindCase<Design extends ObjectDesign> = {
  kind: ObjectKind<Design>
  /** The objects under test, when a kind has several cases. */
  title?: string
  /** Statements that create the objects that the design refers to, in a schema of the kind's own. */
  setup?: readonly string[]
  /** A design with every attribute set, as it is read back. */
  design: Design
  /** One change of the design at a time. */
  changes: Readonly<Record<string, Change<Design>>>
  /** Statements that give the object what its design leaves out: grants, comments of its parts. */
  attached?: readonly string[]
  /** The attributes that differ in a copy, besides its name. */
  copy?: Partial<Design>
  /** For objects that PostgreSQL lets only superusers create. */
  needsSuperuser?: true
}

type Change<Design> = {
  to: Partial<Design>
  /** Catalog columns that may differ after it. */
  touches: readonly string[]
  /** How the changed parts are read back, where that differs from `to`. */
  reads?: Partial<Design>
  /** The change back, where that is not to the first design as it is. */
  back?: Partial<Design>
}

/** A database with the objects of `setup`, and its calls for one kind. */
function openKind<Design extends ObjectDesign>(
  given: KindCase<Design>,
  getDatabase: () => TestDatabase,
) {
  const { kind, design, changes } = given
  let database: TestDatabase
  beforeAll(async () => {
    database = getDatabase()
    if (given.needsSuperuser === true) await database.asSuperuser(true)
    await database.run(...(given.setup ?? []))
  })

  afterAll(async () => {
    if (given.needsSuperuser === true) await database.asSuperuser(false)
  })

  const apply = async (change: ObjectChange<Design>) => {
    const { steps } = await planObjectChange(database.db, kind, change)
    await runSteps(database.db, { steps })
  }
  const findRow = async (name: string) => {
    const { rows } = await listObjects<{ id: number; name: string }>(database.db, kind, {
      search: name,
      direction: 'ascending',
      limit: 500,
    })
    return rows.find((one) => one.name === name)
  }
  const find = async (name: string) => {
    const row = await findRow(name)
    const found = row && (await readObjectDesign(database.db, kind, row.id))
    if (row === undefined || found === null || found === undefined)
      throw new Error(`There is no ${kind.noun} ${name}`)
    return { id: row.id, ...found }
  }
  const drop = async (name: string) =>
    apply({ action: 'drop', id: (await find(name)).id, cascade: false })

  afterEach(async () => {
    // A failed test leaves its object.
    const names = [design, ...Object.values(changes).map(({ to }) => to)].map(({ name }) => name)
    for (const name of new Set(names)) {
      const found = name === undefined ? undefined : await findRow(name)
      if (found !== undefined) await apply({ action: 'drop', id: found.id, cascade: true })
    }
  })
  return {
    apply,
    find,
    drop,
    undo: (change: ObjectChange<Design>) => undoChange(database.db, kind, change),
    define: (found: Design) => writeDefinition(database.db, kind, found),
    listGrants: async (name: string) => (await database.db.text(grantsOf, [name])).rows,
    run: (...statements: string[]) => database.run(...statements),
    attach: () => database.run(...(given.attached ?? [])),
    snapshot: () => readCatalogSnapshot(database.db),
    namedSnapshot: () => readNamedSnapshot(database.db),
  }
}

const openDefaults = (verb: 'grant' | 'revoke', to: 'to' | 'from'): string[] =>
  ['tables', 'sequences', 'functions', 'types'].map((objects) => {
    const privilege =
      objects === 'functions' ? 'execute' : objects === 'tables' ? 'select' : 'usage'
    const roles =
      objects === 'tables' || objects === 'sequences' ? 'public, pg_monitor' : 'pg_monitor'
    return `alter default privileges ${verb} ${privilege} on ${objects} ${to} ${roles}`
  })

/** The privileges of everyone on an object, those of PostgreSQL's own defaults included. */
const grantsOf = /* SQL */ `
  with object as (
    select oid, coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner)) as acl
    from pg_class where relname = $1 and relkind in ('v', 'm', 'S', 'r')
    union all
    select oid, coalesce(proacl, acldefault('f', proowner)) from pg_proc where proname = $1
    union all
    select t.oid, coalesce(typacl, acldefault('T', typowner)) from pg_type t
    left join pg_class c on c.oid = t.typrelid
    where typname = $1 and coalesce(c.relkind, 'c') = 'c'
  )
  select null as column, a.privilege_type, a.grantor::regrole, a.grantee::regrole, a.is_grantable
  from object, aclexplode(acl) a
  union all
  select c.attname, a.privilege_type, a.grantor::regrole, a.grantee::regrole, a.is_grantable
  from object join pg_attribute c on c.attrelid = object.oid, aclexplode(c.attacl) a
  order by 1, 2, 3, 4`

/** Applies a change, and then the statements that undo it. */
async function undoChange<Design extends ObjectDesign>(
  db: ProjectDatabase,
  kind: ObjectKind<Design>,
  change: ObjectChange<Design>,
) {
  const { steps } = await planObjectChange(db, kind, change)
  let reverse: Awaited<ReturnType<typeof prepareReverse>> | undefined
  let reversed: Step[] | null = null
  await runSteps(db, {
    steps,
    before: async (tx) => {
      reverse = await prepareReverse(tx, asAnyKind(kind), change)
    },
    after: async (tx) => {
      reversed = (await reverse?.(tx)) ?? null
    },
  })
  if (reversed === null) throw new Error('The change has no reverse')
  await runSteps(db, { steps: reversed })
}

/** Tests that nothing is lost by an object that is created again, and that a copy has its grants. */
function describeRecreation<Design extends ObjectDesign>(
  { kind, design, copy = {} }: KindCase<Design>,
  opened: ReturnType<typeof openKind<Design>>,
) {
  const { apply, find, drop, undo, attach, namedSnapshot, define, listGrants, run } = opened

  test('is created again by the reverse of its drop, with all that was attached', async () => {
    await apply({ action: 'create', design })
    await attach()
    const before = await namedSnapshot()
    await undo({ action: 'drop', id: (await find(design.name)).id, cascade: false })
    expect(await namedSnapshot()).toEqual(before)
    await drop(design.name)
  })

  test('is created again by its definition, with all that was attached', async () => {
    await apply({ action: 'create', design })
    await attach()
    const before = await namedSnapshot()
    const definition = await define((await find(design.name)).design)
    await drop(design.name)
    await run(...splitStatements(definition).map(({ text }) => text))
    expect(await namedSnapshot()).toEqual(before)
    await drop(design.name)
  })

  test.runIf(kind.grants !== undefined)(
    'is copied with its grants, not with the default privileges',
    async () => {
      await apply({ action: 'create', design })
      await attach()
      const { id } = await find(design.name)
      await run(...openDefaults('grant', 'to'))
      const copied = { ...design, name: 'the copy', ...copy }
      await apply({ action: 'create', design: copied, copy_of: id })
      await run(...openDefaults('revoke', 'from'))
      expect(await listGrants('the copy')).toEqual(await listGrants(design.name))
      await drop('the copy')
      await drop(design.name)
    },
  )
}

/**
 * Tests the promises of every kind of object on a real cluster: it is created as designed, a change
 * of one attribute changes nothing else, its SQL creates it again, and a drop leaves nothing.
 */
export function describeKind<Design extends ObjectDesign>(
  given: KindCase<Design>,
  getDatabase: () => TestDatabase,
): void {
  const { kind, title, design, changes } = given
  describe(`the kind ${kind.kind}${title === undefined ? '' : `, ${title}`}`, () => {
    const opened = openKind(given, getDatabase)
    const { apply, find, drop, snapshot } = opened

    test('is created as designed, and dropped without a trace', async () => {
      const before = await snapshot()
      await apply({ action: 'create', design })
      expect((await find(design.name)).design).toEqual(design)
      await drop(design.name)
      expect(diffCatalogs(before, await snapshot())).toEqual([])
    })

    describeRecreation(given, opened)

    test.each(Object.entries(changes))(
      'changes %s, and nothing else',
      async (_, { to, touches, reads = to, back = {} }) => {
        await apply({ action: 'create', design })
        const { id, version } = await find(design.name)
        const before = await snapshot()
        const changed = { ...design, ...to }
        await apply({ action: 'alter', id, version, design: changed })
        const touched = diffCatalogs(before, await snapshot())
        expect(touched.filter((place) => !touches.includes(place))).toEqual([])
        const found = await find(changed.name)
        expect(found.design).toEqual({ ...design, ...reads })
        const { id: present, version: read } = found
        const first = { ...design, ...back }
        await apply({ action: 'alter', id: present, version: read, design: first })
        expect((await find(design.name)).design).toEqual(design)
        await drop(design.name)
      },
    )

    test('refuses a change of a version that is not the current one', async () => {
      await apply({ action: 'create', design })
      const { id } = await find(design.name)
      await expect(
        apply({ action: 'alter', id, version: 'old', design: { ...design, comment: 'late' } }),
      ).rejects.toThrow('Someone else changed')
      await drop(design.name)
    })
  })
}
