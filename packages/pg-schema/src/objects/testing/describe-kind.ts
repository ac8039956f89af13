import type { ProjectDatabase } from '@basalt/engine'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'

import { runSteps } from '../../designs/run-steps.ts'
import { listObjects } from '../list-objects.ts'
import type { ObjectDesign, ObjectKind } from '../object-kind.ts'
import { type ObjectChange, planObjectChange, readObjectDesign } from '../plan-object.ts'
import { diffCatalogs, readCatalogSnapshot } from './catalog-snapshot.ts'

type TestDatabase = {
  db: ProjectDatabase
  run: (...statements: string[]) => Promise<void>
}

export type KindCase<Design extends ObjectDesign> = {
  kind: ObjectKind<Design>
  /** Statements that create the objects that the design refers to, in a schema of the kind's own. */
  setup?: readonly string[]
  /** A design with every attribute set, as it is read back. */
  design: Design
  /** One change of the design at a time, with the catalog columns that may differ after it. */
  changes: Readonly<Record<string, { to: Partial<Design>; touches: readonly string[] }>>
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
    await database.run(...(given.setup ?? []))
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
  return { apply, find, drop, snapshot: () => readCatalogSnapshot(database.db) }
}

/**
 * Tests the promises of every kind of object on a real cluster: it is created as designed, a change
 * of one attribute changes nothing else, its SQL creates it again, and a drop leaves nothing.
 */
export function describeKind<Design extends ObjectDesign>(
  given: KindCase<Design>,
  getDatabase: () => TestDatabase,
): void {
  const { kind, design, changes } = given
  describe(`the kind ${kind.kind}`, () => {
    const { apply, find, drop, snapshot } = openKind(given, getDatabase)

    test('is created as designed, and dropped without a trace', async () => {
      const before = await snapshot()
      await apply({ action: 'create', design })
      expect((await find(design.name)).design).toEqual(design)
      await drop(design.name)
      expect(diffCatalogs(before, await snapshot())).toEqual([])
    })

    test.each(Object.entries(changes))(
      'changes %s, and nothing else',
      async (_, { to, touches }) => {
        await apply({ action: 'create', design })
        const { id, version } = await find(design.name)
        const before = await snapshot()
        const changed = { ...design, ...to }
        await apply({ action: 'alter', id, version, design: changed })
        const touched = diffCatalogs(before, await snapshot())
        expect(touched.filter((place) => !touches.includes(place))).toEqual([])
        const found = await find(changed.name)
        expect(found.design).toEqual(changed)
        await apply({ action: 'alter', id: found.id, version: found.version, design })
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
