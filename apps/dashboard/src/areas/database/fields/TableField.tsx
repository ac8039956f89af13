import type { NameCatalog } from '@basalt/pg-model'
import type { ReactNode } from 'react'

import { useNames } from '../../../product/names/use-names.ts'
import { written } from '../../../product/names/written-name.ts'
import { PickerField } from '../../../ui/PickerField.tsx'
import type { FormProps } from '../model/object-kind.ts'

type Kind = keyof typeof kinds

/** By the letter of `pg_class.relkind`. */
const kinds = {
  r: 'table',
  p: 'partitioned table',
  v: 'view',
  m: 'materialized view',
  f: 'foreign table',
} as const

type Props = Pick<FormProps<never>, 'set' | 'errorOf' | 'projectRef'> & {
  design: object
  name: string
  label: string
  help?: ReactNode
  hint?: ReactNode
  /** The relations that can be chosen, by the letters of `pg_class.relkind`. */
  kinds: readonly Kind[]
  isInList?: boolean
}

/**
 * A relation of the database. A design with a field `schema` has the bare name of its table, and
 * gets the schema with it; `isQualified` says that the field has both, in SQL.
 */
export function TableField({ isQualified = false, ...props }: Props & { isQualified?: boolean }) {
  const { design, set, errorOf, projectRef, name, ...field } = props
  const names = useNames(projectRef)
  const value = read(design, name)
  const schema = read(design, 'schema')
  const relations = listRelations(names, props.kinds, schema)
  const chosen = isQualified || value === '' ? value : qualified(schema, value)
  return (
    <PickerField
      {...field}
      error={errorOf(name)}
      placeholder="Find a table"
      none="Choose a table"
      value={chosen}
      shown={isQualified ? value : chosen}
      items={relations.map(([inSchema, table, kind]) => ({
        id: qualified(inSchema, table),
        label: table,
        group: inSchema,
        keywords: [`${inSchema}.${table}`],
        ...(kind !== 'r' && { detail: kinds[kind] }),
      }))}
      {...(isQualified && value !== '' && { actions: [{ id: '', label: 'No table' }] })}
      onPick={(id) => {
        const found = relations.find(([inSchema, table]) => qualified(inSchema, table) === id)
        if (isQualified) set({ [name]: id || null })
        else if (found === undefined) set({ [name]: id })
        else set({ schema: found[0], [name]: found[1] })
      }}
    />
  )
}

const read = (design: object, name: string): string => {
  const value: unknown = Reflect.get(design, name)
  return typeof value === 'string' ? value : ''
}

const qualified = (schema: string, name: string): string => `${written(schema)}.${written(name)}`

/** Those of the schema come first; PostgreSQL's own are left out. */
function listRelations(names: NameCatalog | undefined, of: readonly Kind[], first: string) {
  const found = (names?.relations ?? []).flatMap(
    ([schema, name, kind]): [string, string, Kind][] => {
      const isChosen = of.some((one) => one === kind) && !isSystem(schema)
      // One of the letters that were asked for.
      return isChosen ? [[schema, name, kind as Kind]] : []
    },
  )
  return [
    ...found.filter(([schema]) => schema === first),
    ...found.filter(([schema]) => schema !== first),
  ]
}

const isSystem = (schema: string): boolean =>
  schema === 'pg_catalog' || schema === 'information_schema'
