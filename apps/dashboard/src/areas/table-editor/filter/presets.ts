import type { Column } from '@basalt/contract/database/tables'
import type { FilterCondition, FilterGroup, FilterOperator } from '@basalt/pg-model'

type Node = FilterCondition | FilterGroup
export type Preset = { label: string; node: Node }

/** Common conditions of a type. Days are those of the user's own zone. */
export function presetsFor(column: Column, now = new Date()): Preset[] {
  const { name, kind } = column
  const announce = (operator: FilterOperator, ...values: string[]): FilterCondition => ({
    column: name,
    operator,
    values,
  })
  const either = (...conditions: Node[]): FilterGroup => ({ match: 'any', conditions })
  const noValue = announce('is', 'null')
  if (kind === 'boolean')
    return ['true', 'false', 'null'].map((value) => ({ label: value, node: announce('is', value) }))
  if (kind === 'number') {
    return [
      { label: 'Zero', node: announce('eq', '0') },
      { label: 'Zero or NULL', node: either(announce('eq', '0'), noValue) },
      { label: 'Negative', node: announce('lt', '0') },
      { label: 'NULL', node: noValue },
    ]
  }
  if (kind === 'text') {
    return [
      { label: 'Empty', node: announce('eq', '') },
      { label: 'Empty or NULL', node: either(announce('eq', ''), noValue) },
      { label: 'NULL', node: noValue },
      { label: 'Not NULL', node: announce('is', 'not null') },
    ]
  }
  if (kind === 'time' && /^(?:date|timestamp)/u.test(column.data_type))
    return [...periods(column, now), { label: 'NULL', node: noValue }]
  return [
    { label: 'NULL', node: noValue },
    { label: 'Not NULL', node: announce('is', 'not null') },
  ]
}

function periods({ name, data_type: type }: Column, now: Date): Preset[] {
  const day = (offset: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset)
  const month = (offset: number) => new Date(now.getFullYear(), now.getMonth() + offset, 1)
  const hasZone = type.includes('with time zone') && !type.includes('without')
  const text = (date: Date) => dayText(date) + (hasZone ? ` 00:00:00${zoneText(date)}` : '')
  const within = (from: Date, to: Date): FilterGroup => ({
    match: 'all',
    conditions: [
      { column: name, operator: 'gte', values: [text(from)] },
      { column: name, operator: 'lt', values: [text(to)] },
    ],
  })
  return [
    { label: 'Today', node: within(day(0), day(1)) },
    { label: 'Yesterday', node: within(day(-1), day(0)) },
    { label: 'Last 7 days', node: within(day(-6), day(1)) },
    { label: 'Last 30 days', node: within(day(-29), day(1)) },
    { label: 'This month', node: within(month(0), month(1)) },
    { label: 'Last month', node: within(month(-1), month(0)) },
    {
      label: 'This year',
      node: within(new Date(now.getFullYear(), 0, 1), new Date(now.getFullYear() + 1, 0, 1)),
    },
  ]
}

const two = (value: number): string => String(value).padStart(2, '0')

/** A day in a format that PostgreSQL reads with any settings. */
export const dayText = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** The user's own distance from UTC on that day: `+02:00`. */
export function zoneText(date: Date): string {
  const minutes = -date.getTimezoneOffset()
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
