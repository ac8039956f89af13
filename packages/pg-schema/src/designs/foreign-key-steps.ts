import type { ForeignKeyDesign } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import type { Alteration } from './alteration.ts'
import { foreignKeySql } from './column-sql.ts'
import { constraintName } from './constraint-name.ts'
import { instant, validation } from './locks.ts'
import { type Lock, type Step, step, tableName } from './steps.ts'

/** Keys whose columns all remain; PostgreSQL drops the others with their columns. */
function persistentKeys({ current, target }: Alteration): ForeignKeyDesign[] {
  const staying = new Set(target.columns.map(({ was }) => was))
  return current.design.foreign_keys.filter(({ columns }) =>
    columns.every((name) => staying.has(name)),
  )
}

/** Names of the keys that are removed or changed. */
export function droppedKeys(alteration: Alteration): string[] {
  const { current, target } = alteration
  const renamed = new Map(target.columns.map(({ was, name }) => [was, name]))
  const named = (names: readonly string[]) => names.map((name) => renamed.get(name) ?? name)
  const { schema, name: table } = current.design
  return persistentKeys(alteration).flatMap((key) => {
    if (key.name === null) return []
    const { references } = key
    const isSelfReference = references.schema === schema && references.table === table
    const now = {
      ...key,
      columns: named(key.columns),
      references: isSelfReference
        ? { ...references, columns: named(references.columns) }
        : references,
    }
    const same = target.foreign_keys.some((one) => one.name === key.name && isSameKey(one, now))
    return same ? [] : [key.name]
  })
}

const isSameKey = (a: ForeignKeyDesign, b: ForeignKeyDesign) =>
  JSON.stringify([a.columns, getTarget(a), a.on_update, a.on_delete]) ===
  JSON.stringify([b.columns, getTarget(b), b.on_update, b.on_delete])

const getTarget = ({ references }: ForeignKeyDesign) => [
  references.schema,
  references.table,
  references.columns,
]

/** The unchanged keys, by name. */
function remainingKeys(alteration: Alteration): Map<string, ForeignKeyDesign> {
  const dropped = new Set(droppedKeys(alteration))
  return new Map(
    persistentKeys(alteration).flatMap((key) =>
      key.name === null || dropped.has(key.name) ? [] : [[key.name, key] as const],
    ),
  )
}

/** New keys, and those that are to be checked now. */
export function foreignKeySteps(alteration: Alteration): Step[] {
  const stored = remainingKeys(alteration)
  return alteration.target.foreign_keys.flatMap((key, index) => {
    const old = key.name === null ? undefined : stored.get(key.name)
    if (old === undefined) return [addStep(alteration, key, index)]
    return key.is_valid && !old.is_valid ? [validateStep(alteration, key.name ?? '')] : []
  })
}

export type OnlineConstraint = { name: string; columns: string[] }

/** Keys that are added for new rows only and checked after the transaction. */
export const onlineConstraints = (alteration: Alteration): OnlineConstraint[] => {
  const stored = remainingKeys(alteration)
  return alteration.target.foreign_keys
    .filter(({ name, is_valid }) => is_valid && !stored.has(name ?? ''))
    .map((key) => ({ name: getName(alteration, key), columns: key.columns }))
}

const getName = ({ current }: Alteration, key: ForeignKeyDesign): string =>
  key.name ?? constraintName(current.design.name, key.columns, 'fkey')

function addStep(alteration: Alteration, key: ForeignKeyDesign, index: number): Step {
  const { current, online } = alteration
  const isChecked = key.is_valid && !online
  const named = online ? { ...key, name: getName(alteration, key) } : key
  const tables = [
    ...new Set([shownName(current.design), `${key.references.schema}.${key.references.table}`]),
  ]
  const lock: Lock = {
    ...instant(tables.join(' and '), ''),
    lock: validation.lock,
    ...(isChecked
      ? {
          work: validation.work,
          sizeBytes: current.size_bytes,
          reason: 'Looks up every row in the referenced table',
          safer: 'Add it as NOT VALID first, then validate it without blocking writes',
        }
      : { reason: 'Checks only new rows' }),
  }
  return step(
    [
      `alter table ${tableName(current.design)} add `,
      ...foreignKeySql(named, `foreign_keys.${index}`),
      ...(isChecked ? [] : [' not valid']),
    ],
    lock,
  )
}

const shownName = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`

/** Other sessions can read and write while the rows are validated. */
export function validateStep({ current, target }: Alteration, name: string): Step {
  const design = { schema: current.design.schema, name: current.design.name }
  const table = tableName(design)
  return step([`alter table ${table} validate constraint ${quoteIdent(name)}`], {
    ...instant(shownName(target), 'Checks every row without blocking writes'),
    lock: 'SHARE UPDATE EXCLUSIVE',
    work: 'scan',
    sizeBytes: current.size_bytes,
  })
}
