import type { NameCatalog } from '@basalt/pg-model'

export type Column = {
  name: string
  type: string
  isRequired: boolean
  comment: string | null
}

export type Relation = {
  schema: string
  name: string
  kind: string
  comment: string | null
  columns: readonly Column[]
}

export type Routine = {
  schema: string
  name: string
  parameters: string
  result: string | null
  kind: string
  comment: string | null
}

export type ForeignKey = {
  from: { schema: string; table: string; columns: readonly string[] }
  to: { schema: string; table: string; columns: readonly string[] }
}

/** The names for a query, indexed by name. It is built when the catalog arrives. */
export class Catalog {
  readonly schemas: readonly string[]
  readonly relations: readonly Relation[]
  readonly routines: readonly Routine[]
  readonly types: readonly { schema: string; name: string; labels: readonly string[] | null }[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly #path: ReadonlySet<string>
  readonly #relations = new Map<string, Relation[]>()
  readonly #routines = new Map<string, Routine[]>()
  #columnNames: readonly { name: string; relation: Relation; column: Column }[] | undefined

  constructor(names: NameCatalog) {
    this.schemas = names.schemas.map(([name]) => name)
    this.#path = new Set(names.schemas.filter(([, isIn]) => isIn === 1).map(([name]) => name))
    this.relations = names.relations.map(([schema, name, kind, comment, columns]) => ({
      schema,
      name,
      kind,
      comment,
      columns: columns.map(([column, type, isRequired, note]) => ({
        name: column,
        type,
        isRequired: isRequired === 1,
        comment: note,
      })),
    }))
    this.routines = names.functions.map(([schema, name, parameters, result, kind, comment]) => ({
      schema,
      name,
      parameters,
      result,
      kind,
      comment,
    }))
    this.types = names.types.map(([schema, name, labels]) => ({ schema, name, labels }))
    this.foreignKeys = names.foreign_keys.map((key) => ({
      from: { schema: key[0], table: key[1], columns: key[2] },
      to: { schema: key[3], table: key[4], columns: key[5] },
    }))
    for (const relation of this.relations) add(this.#relations, relation.name, relation)
    for (const routine of this.routines) add(this.#routines, routine.name, routine)
  }

  /** Whether the schema is in the search path. */
  isInPath(schema: string): boolean {
    return this.#path.has(schema)
  }

  isSystem(schema: string): boolean {
    return schema === 'pg_catalog' || schema === 'information_schema'
  }

  relation(schema: string | undefined, name: string): Relation | undefined {
    return this.#relations
      .get(name)
      ?.find((one) => (schema === undefined ? this.isInPath(one.schema) : one.schema === schema))
  }

  /** All of one name: a function may have several signatures. */
  routinesNamed(schema: string | undefined, name: string): readonly Routine[] {
    return (this.#routines.get(name) ?? []).filter((one) =>
      schema === undefined ? this.isInPath(one.schema) : one.schema === schema,
    )
  }

  /** Labels of an enum by its name as `format_type` prints it. */
  listLabels(type: string): readonly string[] {
    const bare = type.replaceAll('"', '')
    const found = this.types.find(
      ({ schema, name }) =>
        bare === `${schema}.${name}` || (bare === name && this.isInPath(schema)),
    )
    return found?.labels ?? []
  }

  /** Columns of tables outside PostgreSQL's own schemas with this prefix, each name once. */
  columnsBeginningWith(prefix: string, limit: number) {
    this.#columnNames ??= this.#sortedColumns()
    const found: { name: string; relation: Relation; column: Column }[] = []
    const lower = prefix.toLowerCase()
    for (let at = firstFrom(this.#columnNames, lower); found.length < limit; at++) {
      const next = this.#columnNames[at]
      if (next === undefined || !next.name.toLowerCase().startsWith(lower)) return found
      found.push(next)
    }
    return found
  }

  #sortedColumns() {
    const names = new Map<string, { name: string; relation: Relation; column: Column }>()
    for (const relation of this.relations) {
      if (this.isSystem(relation.schema)) continue
      for (const column of relation.columns) {
        if (!names.has(column.name)) names.set(column.name, { name: column.name, relation, column })
      }
    }
    return [...names.values()].toSorted((one, other) =>
      one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1,
    )
  }
}

function firstFrom(sorted: readonly { name: string }[], prefix: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.name.toLowerCase() ?? '') < prefix) low = middle + 1
    else high = middle
  }
  return low
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
