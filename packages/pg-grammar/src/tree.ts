/** A node of a parse tree, or a part of one, as PostgreSQL's nodes are written as JSON. */
export type Tree = { readonly [key: string]: unknown }

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The part under a key; empty when there is none. */
export const getPart = (tree: Tree, key: string): Tree => {
  const value = tree[key]
  return isTree(value) ? value : {}
}

export const getList = (tree: Tree, key: string): Tree[] => {
  const value = tree[key]
  return Array.isArray(value) ? value.filter(isTree) : []
}

/** PostgreSQL omits fields that are empty or false. */
export const toText = (tree: Tree, key: string): string => {
  const value = tree[key]
  return typeof value === 'string' ? value : ''
}

export const isSet = (tree: Tree, key: string): boolean => tree[key] === true

/** A node is written as its name around its fields: `{ "RangeVar": { … } }`. */
export function getNode(tree: unknown): { name: string; fields: Tree } | null {
  if (!isTree(tree)) return null
  const [name = ''] = Object.keys(tree)
  const fields = tree[name]
  return /^[A-Z]/u.test(name) && isTree(fields) ? { name, fields } : null
}

/** The texts of a list of `String` nodes, as names are written. */
export const listStrings = (list: readonly Tree[]): string[] =>
  list.flatMap((item) => {
    const node = getNode(item)
    return node?.name === 'String' ? [toText(node.fields, 'sval')] : []
  })

type Visit = (name: string, fields: Tree) => 'skip' | undefined

/**
 * Visits every node below, parents first; `skip` leaves out the children. It has its own stack,
 * because a sum of ten thousand terms is a tree as deep.
 */
export function walk(value: unknown, visit: Visit): void {
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (Array.isArray(next)) {
      for (let at = next.length - 1; at >= 0; at -= 1) waiting.push(next[at])
    } else if (isTree(next)) {
      const node = getNode(next)
      if (node === null) waiting.push(...Object.values(next).toReversed())
      else if (visit(node.name, node.fields) !== 'skip') {
        waiting.push(...Object.values(node.fields).toReversed())
      }
    }
  }
}
