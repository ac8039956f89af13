import {
  databaseExtensions as routes,
  type ExtensionChange,
} from '@basalt/contract/database/extensions'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectEngine, Queryable } from '@basalt/engine'
import {
  findExtensionId,
  listDependentObjects,
  ObjectConflict,
  ObjectMissing,
  planExtensionChange,
  readExtensions,
  readExtensionVersions,
  recordChange,
  runSteps,
  shownSteps,
} from '@basalt/pg-schema'
import { quoteIdent } from '@basalt/pg-sql'

import { recordBefore, recordFailure } from '../../change-reports/recorded.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'
import { explainFailure } from './table-changes.ts'

type Services = { engine: ProjectEngine; store: Store }

/** Extensions of a project's database. */
export function extensionFeature({ engine, store }: Services): Endpoint[] {
  const plan = async (db: Queryable, change: ExtensionChange) => {
    try {
      return await planExtensionChange(db, change, (await engine.manifest()).extensions)
    } catch (error) {
      throw asApiError(error, change.name)
    }
  }
  return [
    serve(routes.list, async (_, context) => {
      const db = await databaseFor(engine, context)
      const [{ major, extensions }, manifest] = await Promise.all([
        readExtensions(db),
        engine.manifest(),
      ])
      const creatable = new Set(manifest.extensions)
      const isOffered = ({ name, installed_version: installed }: (typeof extensions)[number]) =>
        installed !== null || creatable.has(name)
      return { major, extensions: extensions.filter(isOffered) }
    }),
    serve(routes.read, async ({ params: { name } }, context) => {
      const db = await databaseFor(engine, context)
      return db.snapshot(async (tx) => {
        const row = (await readExtensions(tx)).extensions.find((one) => one.name === name)
        if (row === undefined) throw new ApiError('not_found', 'This extension does not exist')
        const id = await findExtensionId(tx, name)
        return {
          versions: await readExtensionVersions(tx, row),
          dependents:
            id === null ? [] : await listDependentObjects(tx, { catalog: 'pg_extension' }, id),
        }
      })
    }),
    serve(routes.preview, async ({ body }, context) => {
      const db = await databaseFor(engine, context)
      return { statements: shownSteps(await plan(db, body)) }
    }),
    serve(routes.apply, async ({ body }, context) => {
      const db = await databaseFor(engine, context)
      const steps = await plan(db, body)
      const statements = shownSteps(steps).map(({ sql }) => sql)
      const work = {
        action: `extension.${actions[body.action]}`,
        target: { kind: 'extension', id: body.name, name: body.name },
        details: { statements },
      }
      await recordBefore(store, context, work)
      try {
        await runSteps(db, {
          steps,
          after: (tx) => recordExtension(tx, body, statements),
        })
      } catch (error) {
        await recordFailure(store, context, work)
        throw asApiError(error, body.name)
      }
      return { statements }
    }),
  ]
}

async function recordExtension(
  tx: Queryable,
  { action, name }: ExtensionChange,
  statements: string[],
): Promise<void> {
  const rollback = action === 'enable' ? [`drop extension ${quoteIdent(name)}`] : null
  await recordChange(tx, { name: `${action}_extension_${name}`, statements, rollback })
}

/** Actions in the audit log. */
const actions = {
  enable: 'enabled',
  update: 'updated',
  move: 'moved',
  drop: 'dropped',
} as const

function asApiError(error: unknown, name: string) {
  if (error instanceof ObjectMissing)
    return new ApiError('not_found', error.message, { cause: error })
  if (error instanceof ObjectConflict)
    return new ApiError('conflict', error.message, { cause: error })
  return explainFailure(error, { target: { schema: '', name } })
}
