import { getFault, type SyntaxError } from './fault.ts'
import { offsetsOfBytes } from './offsets.ts'
import type { Parser } from './parser.ts'
import { getList, getNode, isTree, listStrings, toText, type Tree } from './tree.ts'

/** A name as PostgreSQL reads it, with its schemas, and its offset in the text. */
export type NamedPart = { path: string[]; start: number }

/**
 * Everything that a text consists of, for a caller that allows only what it knows: every kind of
 * node by PostgreSQL's name, and every name of a relation, function and type.
 */
export type QueryParts = {
  /** The kind of node of each statement: `SelectStmt`. */
  statements: string[]
  /** Their parse trees; places in them count bytes of UTF-8. */
  trees: readonly Tree[]
  nodes: string[]
  relations: NamedPart[]
  functions: NamedPart[]
  types: NamedPart[]
  commonTables: string[]
  /** Functions that are written as a keyword: `CURRENT_USER`. */
  keywords: string[]
}

export type QueryReading = { parts: QueryParts } | { error: SyntaxError }

/** Parses a text as it is: no named parameters, no psql commands. */
export function readQueryParts(parser: Parser, text: string): QueryReading {
  if (text.includes('\0')) {
    const start = text.indexOf('\0')
    const message = 'PostgreSQL text cannot contain a null character'
    return { error: { message, start, end: start + 1 } }
  }
  const parsed = parser.parse(text)
  if ('refused' in parsed) return { error: getFault(text, parsed.refused) }
  return { parts: listParts(parsed.statements, offsetsOfBytes(text)) }
}

function listParts(statements: readonly Tree[], offsetOf: (byte: number) => number): QueryParts {
  const nodes = new Set<string>()
  const parts: QueryParts = {
    statements: statements.map((statement) => getNode(statement)?.name ?? ''),
    trees: statements,
    nodes: [],
    relations: [],
    functions: [],
    types: [],
    commonTables: [],
    keywords: [],
  }
  const startOf = ({ location }: Tree) => offsetOf(typeof location === 'number' ? location : 0)
  const visit = (name: string, fields: Tree) => {
    nodes.add(name)
    if (name === 'RangeVar') {
      const path = ['catalogname', 'schemaname', 'relname'].map((key) => toText(fields, key))
      parts.relations.push({ path: path.filter((part) => part !== ''), start: startOf(fields) })
    } else if (name === 'FuncCall') {
      const path = listStrings(getList(fields, 'funcname'))
      parts.functions.push({ path, start: startOf(fields) })
    } else if (name === 'TypeName') {
      const path = listStrings(getList(fields, 'names'))
      parts.types.push({ path, start: startOf(fields) })
    } else if (name === 'CommonTableExpr') parts.commonTables.push(toText(fields, 'ctename'))
    else if (name === 'SQLValueFunction') {
      parts.keywords.push(toText(fields, 'op').replace('SVFOP_', ''))
    }
  }
  visitAll(statements, visit)
  return { ...parts, nodes: [...nodes] }
}

/** Fields whose value is a node of one kind, which is then written without the name of the kind. */
const plainNodes: Readonly<Record<string, string>> = {
  intoClause: 'IntoClause',
  typeName: 'TypeName',
  over: 'WindowDef',
  withClause: 'WithClause',
  relation: 'RangeVar',
  rel: 'RangeVar',
  larg: 'SelectStmt',
  rarg: 'SelectStmt',
}

/** Visits every node, with its own stack: a sum of ten thousand terms is a tree as deep. */
function visitAll(value: unknown, visit: (name: string, fields: Tree) => void): void {
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (Array.isArray(next)) {
      for (const item of next) waiting.push(item)
    } else if (isTree(next)) {
      const node = getNode(next)
      if (node !== null) visit(node.name, node.fields)
      for (const [key, field] of Object.entries(node?.fields ?? next)) {
        const kind = plainNodes[key]
        const isPlain = kind !== undefined && isTree(field) && getNode(field) === null
        waiting.push(isPlain ? { [kind]: field } : field)
      }
    }
  }
}
