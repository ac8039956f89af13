import type { HomeBlock, HomeBlockRows } from '@basalt/contract/project/home-blocks'

import { firstSettings } from '../chart/chart-settings.ts'
import { getKind, type Rows } from '../rows/value-kinds.ts'

/** The settings of a block. */
export type BlockDraft = Pick<HomeBlock, 'title' | 'look' | 'refreshed' | 'values'>

export type AppearanceKind = HomeBlock['look']['kind']

export const refreshLabels: Record<HomeBlock['refreshed'], string> = {
  hand: 'Manually',
  hour: 'Every hour',
  day: 'Every day',
}

export const rowsOfBlock = ({ fields, rows }: Pick<HomeBlockRows, 'fields' | 'rows'>): Rows => ({
  fields,
  count: rows.length,
  at: (row) => rows[row] ?? [],
})

/** One value is a figure; numbers next to other columns are a chart; the rest is a table. */
export function defaultAppearance({
  fields,
  count,
}: Pick<Rows, 'fields' | 'count'>): AppearanceKind {
  if (count === 1 && fields.length === 1) return 'figure'
  const numbers = fields.filter(({ type }) => getKind(type) === 'number')
  return numbers.length > 0 && fields.length > 1 && count > 1 ? 'chart' : 'table'
}

/** The look of a kind; a chart keeps its settings, or gets the default ones. */
export function getAppearance(
  kind: AppearanceKind,
  present: HomeBlock['look'],
  fields: Rows['fields'],
): HomeBlock['look'] {
  if (kind !== 'chart') return { kind }
  if (present.kind === 'chart') return present
  const { ys, ...chart } = firstSettings(fields)
  return { kind, chart: { ...chart, ys: [...ys] } }
}

/** `1234567.5` as `1,234,567.5`: every digit is kept. */
export function groupedDigits(text: string): string {
  const [, sign = '', full = '', rest = ''] = /^(-?)(\d+)(\.\d+)?$/u.exec(text) ?? []
  return full === '' ? text : sign + full.replaceAll(/\B(?=(?:\d{3})+$)/gu, ',') + rest
}

/** The same ids with one of them moved a place to the left or right, as far as there is one. */
export function movedBy(ids: readonly string[], id: string, step: -1 | 1): string[] {
  const from = ids.indexOf(id)
  const to = from + step
  if (from === -1 || to < 0 || to >= ids.length) return [...ids]
  const rest = ids.filter((one) => one !== id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}

/** The maximum length on the server. */
const maxTitleLength = 200

/** Why a block cannot have this title; undefined when it can. */
export function titleFault(title: string): string | undefined {
  const { length } = title.trim()
  if (length === 0) return 'Enter a title'
  return length > maxTitleLength
    ? `Use at most ${maxTitleLength} characters; this title has ${length}`
    : undefined
}
