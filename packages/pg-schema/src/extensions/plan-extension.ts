import type { Queryable } from '@basalt/engine'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import { DesignError } from '../designs/design.ts'
import { type Step, step } from '../designs/steps.ts'
import { ObjectConflict, ObjectMissing } from '../objects/plan-object.ts'
import { listDependentObjects } from '../objects/related.ts'
import {
  type ExtensionRow,
  findExtensionId,
  readExtensions,
  readExtensionVersions,
} from './read-extensions.ts'

export type ExtensionChange =
  | { action: 'enable'; name: string; schema: string | null; version: string | null }
  | { action: 'update'; name: string; version: string }
  | { action: 'move'; name: string; schema: string }
  | { action: 'drop'; name: string; cascade: boolean }

type Known = ReadonlyMap<string, ExtensionRow>

/**
 * Reads the current state and returns the statements of a change. Changes nothing.
 *
 * @throws ObjectMissing, ObjectConflict, or DesignError with the field at fault.
 */
export async function planExtensionChange(
  db: Queryable,
  change: ExtensionChange,
  /** Extensions that the engine can create; PostgreSQL also lists some that cannot be loaded. */
  creatable: readonly string[],
): Promise<Step[]> {
  const { extensions } = await readExtensions(db)
  const known: Known = new Map(extensions.map((row) => [row.name, row]))
  const row = known.get(change.name)
  if (row === undefined)
    throw new ObjectMissing(`The database server does not have the extension ${change.name}`)
  if (change.action === 'enable') return enableSteps(db, change, { known, creatable })
  if (row.installed_version === null)
    throw new ObjectMissing(`The extension ${change.name} is not enabled. Reload the list.`)
  if (row.locked !== null) throw new ObjectConflict(`${row.locked}, so it cannot be changed here.`)
  if (change.action === 'update') return updateSteps(db, row, change.version)
  if (change.action === 'move') return moveSteps(db, row, change.schema)
  if (!change.cascade) await refuseDependents(db, row.name)
  return [statement(`drop extension ${quoteIdent(row.name)}${change.cascade ? ' cascade' : ''}`)]
}

const statement = (text: string) => step([text], null)

type Engine = { known: Known; creatable: readonly string[] }
type Enabling = Extract<ExtensionChange, { action: 'enable' }>

async function enableSteps(
  db: Queryable,
  { name, schema, version }: Enabling,
  { known, creatable }: Engine,
): Promise<Step[]> {
  if (known.get(name)?.installed_version !== null)
    throw new ObjectConflict(`The extension ${name} is enabled already. Reload the list.`)
  const rows = listMissing(name, known)
  const refused = rows.find((row) => row.needs_superuser || !creatable.includes(row.name))
  if (refused !== undefined) {
    throw new ObjectConflict(
      refused.needs_superuser
        ? `Only a superuser may create the extension ${refused.name}, and no role of this project is one.`
        : `The database server cannot create the extension ${refused.name}.`,
    )
  }
  const isPlaced = rows.some((row) => row.fixed_schema === null)
  if (isPlaced && schema === null) throw new DesignError({ schema: 'Choose a schema' })
  const steps = schema !== null && isPlaced ? await schemaSteps(db, schema) : []
  for (const row of rows) {
    const place =
      row.fixed_schema === null && schema !== null ? ` with schema ${quoteIdent(schema)}` : ''
    const chosen =
      row.name === name && version !== null && version !== row.default_version
        ? ` version ${quoteLiteral(version)}`
        : ''
    steps.push(statement(`create extension ${quoteIdent(row.name)}${place}${chosen}`))
  }
  return steps
}

/** The extension after those that it requires, without the ones that are installed. */
function listMissing(
  name: string,
  known: Known,
  dependents: readonly string[] = [],
): ExtensionRow[] {
  const row = known.get(name)
  if (row === undefined)
    throw new ObjectConflict(
      `The database server does not have the extension ${name}, which ${dependents.at(-1)} requires.`,
    )
  if (row.installed_version !== null || dependents.includes(name)) return []
  const required = row.requires.flatMap((one) => listMissing(one, known, [...dependents, name]))
  return [...new Set([...required, row])]
}

async function schemaSteps(db: Queryable, schema: string): Promise<Step[]> {
  const found = await db.query('select from pg_namespace where nspname = $1', [schema])
  return found.length > 0 ? [] : [statement(`create schema ${quoteIdent(schema)}`)]
}

async function updateSteps(db: Queryable, row: ExtensionRow, version: string): Promise<Step[]> {
  const versions = await readExtensionVersions(db, row)
  if (!versions.includes(version))
    throw new DesignError({
      version: `PostgreSQL has no update from version ${row.installed_version} to ${version}`,
    })
  return [statement(`alter extension ${quoteIdent(row.name)} update to ${quoteLiteral(version)}`)]
}

async function moveSteps(db: Queryable, row: ExtensionRow, schema: string): Promise<Step[]> {
  if (!row.can_move)
    throw new ObjectConflict(
      `PostgreSQL does not move the extension ${row.name}. Drop it and enable it in ${schema}.`,
    )
  if (row.schema === schema) throw new DesignError({ schema: `It is in ${schema} already` })
  return [
    ...(await schemaSteps(db, schema)),
    statement(`alter extension ${quoteIdent(row.name)} set schema ${quoteIdent(schema)}`),
  ]
}

async function refuseDependents(db: Queryable, name: string): Promise<void> {
  const id = await findExtensionId(db, name)
  const dependents =
    id === null ? [] : await listDependentObjects(db, { catalog: 'pg_extension' }, id)
  if (dependents.length === 0) return
  const shown = dependents.slice(0, 5).map(({ description }) => description)
  const more = dependents.length - shown.length
  throw new ObjectConflict(
    `Nothing was dropped: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''} would be dropped with ${name}`,
  )
}
