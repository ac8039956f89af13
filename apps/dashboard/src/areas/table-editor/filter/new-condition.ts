import type { Column } from '@basalt/contract/database/tables'
import type { FilterCondition, FilterGroup, FilterOperator } from '@basalt/pg-model'

import { operators, operatorsFor, truths } from '../view/operators.ts'

/** The default of a new condition. */
export function newCondition(column: Column): FilterCondition {
  const operator = operatorsFor(column)[0] ?? 'eq'
  return { column: column.name, operator, values: firstValues(column, operator) }
}

/** The group without conditions that have no value yet, such as new ones. */
export function withoutNew(group: FilterGroup, columns: readonly Column[]): FilterGroup {
  const isNew = (node: FilterCondition | FilterGroup): boolean => {
    if ('match' in node || node.values.some((value) => value !== '')) return false
    const column = columns.find(({ name }) => name === node.column)
    return column !== undefined && newCondition(column).operator === node.operator
  }
  return { ...group, conditions: group.conditions.filter((node) => !isNew(node)) }
}

/**
 * The condition for another column, with its operator if the column supports it, and its value if
 * the column has the same kind.
 */
export function withColumn(
  condition: FilterCondition,
  from: Column | undefined,
  to: Column,
): FilterCondition {
  if (from !== undefined && isAlike(from, to)) return { ...condition, column: to.name }
  const isMatching = operatorsFor(to).includes(condition.operator)
  const operator = isMatching ? condition.operator : (operatorsFor(to)[0] ?? 'eq')
  // Null tests apply to any column.
  const isKept =
    operators[operator].takes === 'truth' && truths(to).includes(condition.values[0] ?? '')
  const values = isMatching && isKept ? condition.values : firstValues(to, operator)
  return { ...condition, column: to.name, operator, values }
}

/** Whether values for one column suit the other. */
function isAlike(from: Column, to: Column): boolean {
  if (from.kind !== to.kind || from.kind === 'enum') return false
  return from.kind !== 'other' || from.data_type === to.data_type
}

/** The condition with another operator, with as many of its values as that takes. */
export function withOperator(
  condition: FilterCondition,
  column: Column,
  operator: FilterOperator,
): FilterCondition {
  const before = operators[condition.operator].takes
  const { takes } = operators[operator]
  const { values } = condition
  if (before === takes) return { ...condition, operator }
  const first = firstValues(column, operator)
  if (takes === 'truth' || before === 'truth') return { ...condition, operator, values: first }
  if (takes === 'one') return { ...condition, operator, values: [values[0] ?? first[0] ?? ''] }
  if (takes === 'two') return { ...condition, operator, values: [values[0] ?? '', values[1] ?? ''] }
  return { ...condition, operator, values: values.filter((value) => value !== '') }
}

function firstValues(column: Column, operator: FilterOperator): string[] {
  const { takes } = operators[operator]
  if (takes === 'many') return []
  if (takes === 'two') return ['', '']
  if (takes === 'truth') return [truths(column)[0] ?? 'null']
  return [listChoices(column)?.[0] ?? '']
}

/** The values of a type that has few of them. */
export function listChoices({ kind, enum_values }: Column): readonly string[] | undefined {
  if (kind === 'boolean') return ['true', 'false']
  return kind === 'enum' ? enum_values : undefined
}

/** In a list of texts an empty line is an empty text; otherwise it is left from pasting. */
function withoutEmptyLines(condition: FilterCondition, column: Column): FilterCondition {
  const { kind, data_type: type } = column
  const isOfTexts = kind === 'text' || kind === 'other' || /^(?:text|char|citext)/u.test(type)
  if (operators[condition.operator].takes !== 'many' || isOfTexts) return condition
  return { ...condition, values: condition.values.filter((value) => value !== '') }
}

/**
 * Whether a condition is complete. An empty text is a value of text columns only; a list needs at
 * least one value.
 */
function isFinished({ operator, values }: FilterCondition, { kind }: Column): boolean {
  if (operators[operator].takes === 'many') return values.length > 0
  return kind === 'text' || kind === 'other' || values.every((value) => value !== '')
}

/** The column of the first condition that is not finished. */
export function unfinishedIn(group: FilterGroup, columns: readonly Column[]): string | undefined {
  for (const node of group.conditions) {
    if ('match' in node) {
      const name = unfinishedIn(node, columns)
      if (name !== undefined) return name
      continue
    }
    const column = columns.find(({ name }) => name === node.column)
    if (column !== undefined && !isFinished(withoutEmptyLines(node, column), column)) {
      return node.column
    }
  }
  return undefined
}

/** The group with the conditions that are finished. */
export function getFinished(group: FilterGroup, columns: readonly Column[]): FilterGroup {
  const conditions = group.conditions.flatMap((node): FilterGroup['conditions'] => {
    if ('match' in node) {
      const inner = getFinished(node, columns)
      return inner.conditions.length > 0 ? [inner] : []
    }
    const column = columns.find(({ name }) => name === node.column)
    if (column === undefined) return [node]
    const said = withoutEmptyLines(node, column)
    return isFinished(said, column) ? [said] : []
  })
  return { ...group, conditions }
}
