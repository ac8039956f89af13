import {
  type FilterField,
  filterFields,
  type LogFilter,
  type LogRange,
  logSources,
  type NewLogRow,
} from '@basalt/logs'
import { describe, expect, test } from 'vitest'

import { newRef, noon, rowOf, type Subject } from './subject.ts'

const hour = 3_600_000
const facetFields = [...filterFields, 'source'] as const

export function describeCountedHours(subject: Subject): void {
  describe('counted hours', () => {
    test('change no facet, under any filter and in any range', async () => {
      const ref = newRef()
      const random = randomNumbers(7)
      const rows = Array.from({ length: 3000 }, () => randomRow(ref, random))
      await subject.append(rows)
      const ranges = Array.from({ length: 40 }, () => randomRange(ref, random))
      const expected = ranges.map((range) => countExpected(rows, range))
      expect(await facetsOf(subject, ranges)).toEqual(expected)
      await subject.store.countHours(new Date(noon + 2 * hour))
      expect(await facetsOf(subject, ranges)).toEqual(expected)
      await subject.store.countHours(new Date(noon + 10 * hour))
      expect(await facetsOf(subject, ranges)).toEqual(expected)
    })

    test('count rows that arrive late, or while hours are counted', async () => {
      const ref = newRef()
      const random = randomNumbers(11)
      const all: NewLogRow[] = []
      const append = async () => {
        const rows = Array.from({ length: 1000 }, () => randomRow(ref, random))
        all.push(...rows)
        await subject.append(rows)
      }
      await append()
      for (let turn = 0; turn < 5; turn += 1) {
        const count = () => subject.store.countHours(new Date(noon + 10 * hour))
        // oxlint-disable-next-line no-await-in-loop
        await Promise.all([append(), count(), append(), count()])
        const range = { ref, sources: logSources, from: new Date(0), to: new Date(noon + 9 * hour) }
        // oxlint-disable-next-line no-await-in-loop
        expect(await facetsOf(subject, [range])).toEqual([countExpected(all, range)])
      }
    })

    test('leave out rows that are not kept any more, also after a change of plan', async () => {
      const ref = newRef()
      const at = noon - 2 * hour
      const later = new Date(noon + 3 * 24 * hour)
      const rows = Array.from({ length: 300 }, (_, index) => rowOf(ref, { at: at + index }))
      const range = { ref, sources: logSources, from: new Date(at), to: new Date(at + hour) }
      const level = async () => (await subject.store.facets(range, ['level'])).level
      await subject.append(rows.slice(0, 200), { keepDays: () => 1 })
      await subject.store.countHours(new Date(noon))
      expect(await level()).toEqual([{ value: 'info', count: 200 }])
      await subject.append(rows.slice(200), { keepDays: () => 28 })
      await subject.store.countHours(new Date(noon))
      expect(await level()).toEqual([{ value: 'info', count: 300 }])
      await subject.store.removeOld(later, Number.MAX_SAFE_INTEGER)
      await subject.store.countHours(new Date(noon))
      expect(await level()).toEqual([{ value: 'info', count: 100 }])
    })
  })
}

const facetsOf = (subject: Subject, ranges: readonly LogRange[]) =>
  Promise.all(ranges.map((range) => subject.store.facets(range, facetFields)))

/** Numbers from 0 to 1, the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const levels = ['info', 'warning', 'error'] as const
const sources = ['edge_logs', 'postgres_logs', 'auth_logs'] as const

const pick = <Value>(random: () => number, values: readonly Value[]): Value =>
  // The index is within the values, which are never empty.
  values[Math.floor(random() * values.length)] as Value

/** Few combinations of values, so that hours are worth counting. */
function randomRow(ref: string, random: () => number): NewLogRow {
  const status = pick(random, [null, 200, 404, 500])
  return rowOf(ref, {
    source: pick(random, sources),
    at: Math.floor(noon - 2 * hour + random() * 4 * hour),
    level: status === 500 ? 'error' : 'info',
    status,
    method: status === null ? null : 'GET',
    path: pick(random, ['/a', '/b']),
    user: status === 404 ? 'anon' : null,
    isOwn: random() < 0.1,
  })
}

function randomRange(ref: string, random: () => number): LogRange {
  const [one, other] = [random(), random()].map((share) => noon - 3 * hour + share * 6 * hour)
  // Half of the ranges begin and end with an hour.
  const step = random() < 0.5 ? hour : 1
  const time = (at: number) => new Date(Math.floor(at / step) * step)
  return {
    ref,
    sources: sources.filter(() => random() < 0.7),
    from: time(Math.min(one ?? 0, other ?? 0)),
    to: time(Math.max(one ?? 0, other ?? 0) + hour),
    filters: [
      { field: 'status', values: ['4xx', '500'] },
      { field: 'level', values: ['error'] },
      { field: 'path', values: ['/a'] },
      { field: 'user', values: ['anon'] },
    ]
      .filter(() => random() < 0.3)
      .map((filter) => ({ ...filter, excludes: random() < 0.3 }) as LogFilter),
    includesOwn: random() < 0.3,
  }
}

function countExpected(rows: readonly NewLogRow[], range: LogRange) {
  const { filters = [] } = range
  // A store need not name fields of a range without sources.
  if (range.sources.length === 0) return {}
  return Object.fromEntries(
    facetFields.map((field) => {
      const others = filters.filter((filter) => filter.field !== field)
      const counts = new Map<string, number>()
      for (const row of rows) {
        const value = row[field] ?? null
        if (value === null || !isIn(row, { ...range, filters: others })) continue
        counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
      }
      const list = [...counts].map(([value, count]) => ({ value, count }))
      return [field, list.toSorted((one, other) => compare(field, one, other))]
    }),
  )
}

type Count = { value: string; count: number }

/** Values of the same count are in the order of what is stored, which is numbers for some fields. */
function compare(field: FilterField | 'source', one: Count, other: Count): number {
  if (one.count !== other.count) return other.count - one.count
  const list: readonly string[] = field === 'source' ? logSources : levels
  return field === 'source' || field === 'level'
    ? list.indexOf(one.value) - list.indexOf(other.value)
    : one.value < other.value
      ? -1
      : 1
}

function isIn(row: NewLogRow, { sources: listed, from, to, filters = [], includesOwn }: LogRange) {
  if (!listed.includes(row.source) || row.at < from.getTime() || row.at >= to.getTime())
    return false
  if (row.isOwn === true && includesOwn !== true) return false
  return filters.every(({ field, values, excludes = false }) => {
    const value = row[field] ?? null
    const isOf =
      value !== null && values.some((one) => one === String(value) || isClass(one, value))
    return isOf !== excludes
  })
}

const isClass = (value: string, status: string | number) =>
  value.endsWith('xx') && String(status).startsWith(value.slice(0, 1))
