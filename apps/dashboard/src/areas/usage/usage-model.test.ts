import type { UsageMetric, UsageMetricId } from '@basalt/catalog'
import { usageMetrics } from '@basalt/catalog'
import type { UsageOfMetric } from '@basalt/contract/billing/billing'
import { describe, expect, test } from 'vitest'

import { exactQuantity, formatAmount, formatQuantity, additionalPrice } from './quantities.ts'
import { listDays, fullness, isRestricting, getLevel, splitByUse } from './usage-model.ts'

const GB = 1_073_741_824

const getUsage = (metric: UsageMetricId, more: Partial<UsageOfMetric> = {}): UsageOfMetric => ({
  metric,
  quantity: 0,
  included: null,
  over: 0,
  cost_micros: 0,
  projects: [],
  days: [],
  ...more,
})
const catalogued = (id: UsageMetricId): UsageMetric => {
  const found = (usageMetrics as readonly UsageMetric[]).find((metric) => metric.id === id)
  if (found === undefined) throw new Error(`There is no metric ${id}`)
  return found
}
const one = (id: UsageMetricId, more: Partial<UsageOfMetric>) => ({
  metric: catalogued(id),
  usage: getUsage(id, more),
})
const project = (quantity: number) => ({
  project_ref: `p${quantity}`,
  project_name: 'P',
  is_removed: false,
  quantity,
})
const period = {
  period_start: '2026-11-01T00:00:00.000Z',
  period_end: '2026-12-01T00:00:00.000Z',
  measured_through: '2026-11-03T10:00:00.000Z',
}

describe('used metrics', () => {
  test('are separated from unused ones, each in the order of the catalogue', () => {
    const metrics = [
      getUsage('realtime_messages'),
      getUsage('egress', { quantity: 1 }),
      getUsage('database_size', { days: [{ day: '2026-11-01', quantity: 5 }] }),
      getUsage('storage_size'),
    ]
    const { used, unused } = splitByUse({ ...period, plan: 'pro', metrics })
    expect(used.map(({ metric }) => metric.id)).toEqual(['database_size', 'egress'])
    expect(unused.map(({ metric }) => metric.id)).toEqual(['storage_size', 'realtime_messages'])
  })

  test.each([
    [79, 'calm'],
    [80, 'near'],
    [100, 'near'],
    [101, 'over'],
  ])('%i %% of the included quantity is “%s”', (quantity, level) => {
    expect(getLevel(one('egress', { quantity, included: 100 }))).toBe(level)
  })

  test('with a share per project, the fullest one counts and not their sum', () => {
    const both = { quantity: 120, included: 100, projects: [project(60), project(60)] }
    expect(fullness(one('database_size', both))).toBe(0.6)
    expect(getLevel(one('database_size', both))).toBe('calm')
  })

  test('without a limit no metric is full; with nothing included, usage exceeds it', () => {
    expect(fullness(one('compute_hours', { quantity: 5 }))).toBeNull()
    expect(getLevel(one('branch_hours', { quantity: 0, included: 0 }))).toBe('calm')
    expect(getLevel(one('branch_hours', { quantity: 1, included: 0 }))).toBe('over')
  })

  test('only quotas of the Free plan restrict; paid plans are charged', () => {
    expect(isRestricting(catalogued('egress'), 'free')).toBe(true)
    expect(isRestricting(catalogued('egress'), 'pro')).toBe(false)
    expect(isRestricting(catalogued('branch_hours'), 'free')).toBe(false)
  })
})

describe('the days of a period', () => {
  test('are complete, with unmeasured and future ones', () => {
    const days = listDays(period, [{ day: '2026-11-02', quantity: 7 }])
    expect(days).toHaveLength(30)
    expect(days.slice(0, 4)).toEqual([
      { day: '2026-11-01', quantity: 0, isFuture: false },
      { day: '2026-11-02', quantity: 7, isFuture: false },
      { day: '2026-11-03', quantity: 0, isFuture: false },
      { day: '2026-11-04', quantity: 0, isFuture: true },
    ])
  })

  test('of a period from an hour to the same one a month later include both its ends', () => {
    const days = listDays(
      { ...period, period_start: '2026-11-14T14:00:00Z', period_end: '2026-12-14T14:00:00Z' },
      [],
    )
    expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2026-11-14', '2026-12-14'])
  })
})

describe('quantities', () => {
  test.each([
    { unit: 'bytes', of: 4.5 * GB, text: '4.5 GB', amount: '4.5 GB', exact: '4,831,838,208 bytes' },
    { unit: 'seconds', of: 3600, text: '1 hour', amount: '1 hour', exact: '3,600 seconds' },
    {
      unit: 'seconds',
      of: 1_153_800,
      text: '320.5 hours',
      amount: '320.5 hours',
      exact: '1,153,800 seconds',
    },
    { unit: 'users', of: 18_204, text: '18,204 users', amount: '18,204', exact: '18,204' },
    { unit: 'images', of: 1, text: '1 image', amount: '1', exact: '1' },
  ] as const)('in $unit: $of is “$text”', ({ unit, of, text, amount, exact }) => {
    expect(formatQuantity(unit, of)).toBe(text)
    expect(formatAmount(unit, of)).toBe(amount)
    expect(exactQuantity(unit, of)).toBe(exact)
  })

  test.each([
    ['egress', '$0.09 per GB'],
    ['monthly_active_users', '$0.00325 per user'],
    ['function_invocations', '$2.00 per 1,000,000 invocations'],
    ['branch_hours', '$0.01344 per hour'],
    ['compute_hours', undefined],
  ] as const)('more of %s costs %s', (id, price) => {
    expect(additionalPrice(catalogued(id))).toBe(price)
  })
})
