import { isSet, getList, getNode, getPart, toText, type Tree } from './tree.ts'

/** A table as a query names it; the schema is empty where none was written. */
export type Source = { schema: string; name: string }

/** The queries behind the names of a `with`. */
type Scope = ReadonlyMap<string, { query: Tree; scope: () => Scope }>

/** Queries whose names stand for each other without end are not followed further. */
const maxSteps = 1000

type Found = { sources: Source[]; steps: number }

/**
 * The tables whose columns a query can return unchanged, each as often as it is read: for a table
 * that occurs once, all its columns in a result row come from the same table row. Null when
 * unknown, and for everything that is no plain query.
 */
export function listSources(statement: Tree): Source[] | null {
  const node = getNode(statement)
  if (node?.name !== 'SelectStmt') return null
  const found: Found = { sources: [], steps: 0 }
  return read(node.fields, new Map(), found) ? found.sources : null
}

/** False when unknown. */
function read(select: Tree, outer: Scope, found: Found): boolean {
  found.steps += 1
  const scope = withNames(select, outer)
  if (scope === null || found.steps > maxSteps) return false
  // A union has no sources: PostgreSQL does not report which of its queries a row comes from.
  return getList(select, 'fromClause').every((item) => readItem(item, scope, found))
}

function readItem(item: unknown, scope: Scope, found: Found): boolean {
  const node = getNode(item)
  if (node === null) return true
  const { name, fields } = node
  if (name === 'RangeVar') return readTable(fields, scope, found)
  if (name === 'JoinExpr')
    return readItem(fields['larg'], scope, found) && readItem(fields['rarg'], scope, found)
  if (name === 'RangeTableSample') return readItem(fields['relation'], scope, found)
  if (name !== 'RangeSubselect') return true
  const query = getNode(fields['subquery'])
  return query?.name !== 'SelectStmt' || read(query.fields, scope, found)
}

function readTable(relation: Tree, scope: Scope, found: Found): boolean {
  const [schema, name] = [toText(relation, 'schemaname'), toText(relation, 'relname')]
  const named = schema === '' ? scope.get(name) : undefined
  // A CTE counts at each reference: its tables are read as often.
  if (named !== undefined) return read(named.query, named.scope(), found)
  found.sources.push({ schema, name })
  return true
}

/** Null when one of the names stands for a data-modifying statement. */
function withNames(select: Tree, outer: Scope): Scope | null {
  const clause = getPart(select, 'withClause')
  const isRecursive = isSet(clause, 'recursive')
  let scope = outer
  for (const item of getList(clause, 'ctes')) {
    const { fields = {} } = getNode(item) ?? {}
    const query = getNode(fields['ctequery'])
    if (query?.name !== 'SelectStmt') return null
    const before = scope
    const entry = { query: query.fields, scope: () => (isRecursive ? scope : before) }
    scope = new Map([...before, [toText(fields, 'ctename'), entry]])
  }
  return scope
}
