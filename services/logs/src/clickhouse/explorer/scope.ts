import type { FromItem, Relations } from './relations.ts'
import { Untranslatable } from './untranslatable.ts'
import type { Value } from './values.ts'

/** The names that a part of a query may use. */
export class Scope {
  readonly items: FromItem[] = []
  /** Columns of each name of the WITH clause. */
  readonly commonTables: ReadonlyMap<string, readonly string[]>
  readonly #relations: Relations

  constructor(relations: Relations, commonTables: ReadonlyMap<string, readonly string[]>) {
    this.#relations = relations
    this.commonTables = commonTables
  }

  add(item: FromItem, byte: number | null): void {
    if (this.find(item.alias) !== undefined) {
      throw new Untranslatable(`The name "${item.alias}" is used more than once`, byte)
    }
    this.items.push(item)
  }

  find(alias: string): FromItem | undefined {
    return this.items.find((item) => item.alias === alias)
  }

  /** The value of a name; null when the query has no such column. */
  column(path: readonly string[], byte: number | null): Value | null {
    // Schemas of relations are left out: there is only one.
    const [alias, name] = path.length > 1 ? path.slice(-2) : [undefined, path[0]]
    if (name === undefined) return null
    const items =
      alias === undefined ? this.items : this.items.filter((item) => item.alias === alias)
    const found = items.flatMap((item) => this.#relations.column(item, name) ?? [])
    if (found.length > 1) {
      throw new Untranslatable(
        `Several records have a field "${name}": write its record before it`,
        byte,
      )
    }
    return found[0] ?? null
  }

  /** The columns of `*`, without those of records, which belong to their relation. */
  all(alias: string | undefined): { name: string; value: Value }[] {
    const items =
      alias === undefined
        ? this.items.filter(({ kind }) => kind !== 'record')
        : this.items.filter((item) => item.alias === alias)
    return items.flatMap((item) =>
      this.#relations.columns(item).flatMap((name) => {
        const value = this.#relations.column(item, name)
        return value === null ? [] : [{ name, value }]
      }),
    )
  }
}
