import { getBody } from './bodies.ts'
import type { Around } from './effects.ts'
import { getList, getNode, getPart, isSet, toText, type Tree } from './tree.ts'

/** Those that refuse any transaction, or do for some objects: a partitioned table, for example. */
const always: ReadonlySet<string> = new Set([
  'CallStmt',
  'ClusterStmt',
  'ReindexStmt',
  'CreatedbStmt',
  'DropdbStmt',
  'AlterDatabaseStmt',
  'CreateTableSpaceStmt',
  'DropTableSpaceStmt',
  'AlterSystemStmt',
  'CreateSubscriptionStmt',
  'AlterSubscriptionStmt',
  'DropSubscriptionStmt',
])

const ofSavepoints: ReadonlySet<string> = new Set([
  'TRANS_STMT_SAVEPOINT',
  'TRANS_STMT_RELEASE',
  'TRANS_STMT_ROLLBACK_TO',
])

/**
 * Whether a statement ends the transaction around it, or may refuse to run in one (calls of
 * PreventInTransactionBlock in PostgreSQL 18). A procedure may do either.
 */
export function refusesTransaction(statement: Tree, around: Around): boolean {
  const node = getNode(statement)
  if (node === null) return false
  const { name, fields } = node
  switch (name) {
    case 'TransactionStmt':
      return !ofSavepoints.has(toText(fields, 'kind'))
    case 'VacuumStmt':
      return isSet(fields, 'is_vacuumcmd')
    case 'IndexStmt':
    case 'DropStmt':
      return isSet(fields, 'concurrent')
    case 'AlterTableStmt':
      return getList(fields, 'cmds').some(isConcurrent)
    case 'DiscardStmt':
      return toText(fields, 'target') === 'DISCARD_ALL'
    case 'DoStmt':
      return bodyRefuses(statement, around)
    default:
      return always.has(name)
  }
}

/** `alter table … detach partition … concurrently` */
function isConcurrent(command: Tree): boolean {
  const definition = getPart(getPart(command, 'AlterTableCmd'), 'def')
  return isSet(getPart(definition, 'PartitionCmd'), 'concurrent')
}

function bodyRefuses(statement: Tree, around: Around): boolean {
  const body = getBody(around.parser, around.text, statement)
  if (body === null) return false
  const { commits, parts } = body
  return (
    commits ||
    parts.some(({ statements, text }) =>
      statements.some((inner) => refusesTransaction(inner, { ...around, text })),
    )
  )
}
