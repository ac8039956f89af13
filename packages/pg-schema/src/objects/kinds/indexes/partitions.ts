import type { Queryable } from '@basalt/engine'
import type { IndexDefinition } from '@basalt/pg-model'

import { DesignError } from '../../../designs/design.ts'

export type Partition = {
  id: number
  parent_id: number
  schema: string
  name: string
  /** The letter of `pg_class.relkind`. */
  kind: string
  size_bytes: number
}

/** The partitions of a table on every level, each after its parent. */
export const listPartitions = (db: Queryable, id: number): Promise<Partition[]> =>
  db.query<Partition>(
    /* SQL */ `
    select c.oid::int8::float8 as id, tree.parentrelid::oid::int8::float8 as parent_id,
      n.nspname::text as schema, c.relname::text as name, c.relkind::text as kind,
      coalesce(pg_table_size(c.oid), 0)::float8 as size_bytes
    from pg_partition_tree($1::oid::regclass) tree
    join pg_class c on c.oid = tree.relid
    join pg_namespace n on n.oid = c.relnamespace
    where tree.level > 0
    order by tree.level, n.nspname, c.relname`,
    [id],
  )

type Named = {
  design: IndexDefinition
  tableId: number
  partitions: readonly Partition[]
  /** Names that were chosen before, by the oid of the table. */
  names: Readonly<Record<string, string>>
}

/** A free name for the index of each partition: that of the partition and that of the index. */
export async function chooseIndexNames(
  db: Queryable,
  { design, tableId, partitions, names }: Named,
): Promise<Record<string, string>> {
  const schemas = [...new Set([design.schema, ...partitions.map(({ schema }) => schema)])]
  const rows = await db.query<{ schema: string; name: string }>(
    `select n.nspname::text as schema, c.relname::text as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = any($1)`,
    [schemas],
  )
  const taken = new Set(rows.map(({ schema, name }) => key(schema, name)))
  const all: Record<string, string> = { [tableId]: design.name }
  taken.add(key(design.schema, design.name))
  for (const { id, schema, name } of partitions) {
    const chosen =
      names[id] ?? findFree(`${name}_${design.name}`, (one) => !taken.has(key(schema, one)))
    taken.add(key(schema, chosen))
    all[id] = chosen
  }
  return all
}

const key = (schema: string, name: string) => JSON.stringify([schema, name])

const nameBytes = 63
const size = (text: string) => new TextEncoder().encode(text).length

function findFree(name: string, isFree: (name: string) => boolean): string {
  for (let number = 0; ; number += 1) {
    const suffix = number === 0 ? '' : `_${number}`
    let body = name
    while (size(body) + suffix.length > nameBytes) body = Array.from(body).slice(0, -1).join('')
    if (isFree(body + suffix)) return body + suffix
  }
}

/** Whether a relation of the name exists in the schema. */
export async function refuseTakenName(
  db: Queryable,
  { schema, name }: { schema: string; name: string },
): Promise<void> {
  const [taken] = await db.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relname = $2`,
    [schema, name],
  )
  // In PostgreSQL's wording.
  if (taken !== undefined) throw new DesignError({ name: `relation "${name}" already exists` })
}
