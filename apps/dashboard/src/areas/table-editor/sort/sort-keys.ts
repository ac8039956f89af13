import type { SortKey } from '@basalt/pg-model'

/** The keys with one of them at another place. */
export function moved(keys: readonly SortKey[], from: number, to: number): SortKey[] {
  const key = keys[from]
  if (key === undefined || to < 0 || to >= keys.length) return [...keys]
  return keys.toSpliced(from, 1).toSpliced(to, 0, key)
}

/** The keys with a change of one of them; undefined removes the property. */
export function altered(
  keys: readonly SortKey[],
  at: number,
  change: { [Name in keyof SortKey]?: SortKey[Name] | undefined },
): SortKey[] {
  return keys.map((key, index) => {
    if (index !== at) return key
    const { column, descending, nulls } = { ...key, ...change }
    return {
      column: column ?? key.column,
      ...(descending === true && { descending }),
      ...(nulls !== undefined && { nulls }),
    }
  })
}
