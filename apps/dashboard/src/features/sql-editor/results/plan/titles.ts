import { toText, type Told } from './data-sharing.ts'

const aggregates: Record<string, string> = {
  Plain: 'Aggregate',
  Sorted: 'GroupAggregate',
  Hashed: 'HashAggregate',
  Mixed: 'MixedAggregate',
}

/** The name of a node of JSON as PostgreSQL's text writes it. */
export function getTitle(told: Told): string {
  const type = toText(told, 'Node Type') ?? 'Unknown'
  const parts = [getBase(type, told)]
  const mode = toText(told, 'Partial Mode')
  if (mode !== undefined && mode !== 'Simple') parts.unshift(mode)
  if (told['Parallel Aware'] === true) parts.unshift('Parallel')
  if (told['Async Capable'] === true) parts.unshift('Async')
  if (told['Scan Direction'] === 'Backward') parts.push('Backward')
  return parts.join(' ')
}

function getBase(type: string, told: Told): string {
  const strategy = toText(told, 'Strategy')
  const join = toText(told, 'Join Type')
  const operation = toText(told, 'Operation')
  if (type === 'Aggregate') return aggregates[strategy ?? ''] ?? type
  if (type === 'SetOp') {
    const command = toText(told, 'Command')
    return `${strategy === 'Hashed' ? 'HashSetOp' : 'SetOp'}${command === undefined ? '' : ` ${command}`}`
  }
  if (type === 'ModifyTable' || type === 'Foreign Scan') return getOperation(type, operation)
  if (type === 'Custom Scan') return `Custom Scan (${toText(told, 'Custom Plan Provider') ?? ''})`
  return join === undefined ? type : getJoin(type, join)
}

const getOperation = (type: string, operation: string | undefined) => {
  if (operation === undefined || operation === 'Select') return type
  return type === 'ModifyTable' ? operation : `Foreign ${operation}`
}

/** `Nested Loop Left Join`, but `Nested Loop` and `Hash Join` where rows of both are joined. */
function getJoin(type: string, join: string): string {
  const way = type.replace(/ Join$/u, '')
  if (join === 'Inner') return type
  return `${way} ${join} Join`
}
