import { toText, type Reported } from './data-sharing.ts'

const aggregates: Record<string, string> = {
  Plain: 'Aggregate',
  Sorted: 'GroupAggregate',
  Hashed: 'HashAggregate',
  Mixed: 'MixedAggregate',
}

/** The name of a node of JSON as PostgreSQL's text writes it. */
export function getTitle(reported: Reported): string {
  const type = toText(reported, 'Node Type') ?? 'Unknown'
  const parts = [getBase(type, reported)]
  const mode = toText(reported, 'Partial Mode')
  if (mode !== undefined && mode !== 'Simple') parts.unshift(mode)
  if (reported['Parallel Aware'] === true) parts.unshift('Parallel')
  if (reported['Async Capable'] === true) parts.unshift('Async')
  if (reported['Scan Direction'] === 'Backward') parts.push('Backward')
  return parts.join(' ')
}

function getBase(type: string, reported: Reported): string {
  const strategy = toText(reported, 'Strategy')
  const join = toText(reported, 'Join Type')
  const operation = toText(reported, 'Operation')
  if (type === 'Aggregate') return aggregates[strategy ?? ''] ?? type
  if (type === 'SetOp') {
    const command = toText(reported, 'Command')
    return `${strategy === 'Hashed' ? 'HashSetOp' : 'SetOp'}${command === undefined ? '' : ` ${command}`}`
  }
  if (type === 'ModifyTable' || type === 'Foreign Scan') return getOperation(type, operation)
  if (type === 'Custom Scan')
    return `Custom Scan (${toText(reported, 'Custom Plan Provider') ?? ''})`
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
