import { textOf, type Told } from './told.ts'

const aggregates: Record<string, string> = {
  Plain: 'Aggregate',
  Sorted: 'GroupAggregate',
  Hashed: 'HashAggregate',
  Mixed: 'MixedAggregate',
}

/** The name of a node of JSON as PostgreSQL's text writes it. */
export function titleOf(told: Told): string {
  const type = textOf(told, 'Node Type') ?? 'Unknown'
  const parts = [baseOf(type, told)]
  const mode = textOf(told, 'Partial Mode')
  if (mode !== undefined && mode !== 'Simple') parts.unshift(mode)
  if (told['Parallel Aware'] === true) parts.unshift('Parallel')
  if (told['Async Capable'] === true) parts.unshift('Async')
  if (told['Scan Direction'] === 'Backward') parts.push('Backward')
  return parts.join(' ')
}

function baseOf(type: string, told: Told): string {
  const strategy = textOf(told, 'Strategy')
  const join = textOf(told, 'Join Type')
  const operation = textOf(told, 'Operation')
  if (type === 'Aggregate') return aggregates[strategy ?? ''] ?? type
  if (type === 'SetOp') {
    const command = textOf(told, 'Command')
    return `${strategy === 'Hashed' ? 'HashSetOp' : 'SetOp'}${command === undefined ? '' : ` ${command}`}`
  }
  if (type === 'ModifyTable' || type === 'Foreign Scan') return operationOf(type, operation)
  if (type === 'Custom Scan') return `Custom Scan (${textOf(told, 'Custom Plan Provider') ?? ''})`
  return join === undefined ? type : joinOf(type, join)
}

const operationOf = (type: string, operation: string | undefined) => {
  if (operation === undefined || operation === 'Select') return type
  return type === 'ModifyTable' ? operation : `Foreign ${operation}`
}

/** `Nested Loop Left Join`, but `Nested Loop` and `Hash Join` where rows of both are joined. */
function joinOf(type: string, join: string): string {
  const way = type.replace(/ Join$/u, '')
  if (join === 'Inner') return type
  return `${way} ${join} Join`
}
