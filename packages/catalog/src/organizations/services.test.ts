import { expect, test } from 'vitest'

import { extensions } from '../extensions/extensions.ts'
import type { PlanFeature } from '../plan-features/plan-feature.ts'
import { planFeatures } from '../plan-features/plan-features.ts'
import { type PlanTier, planTiers } from '../plan-tiers.ts'
import { type UsageMetric, usageMetrics } from '../usage-metrics.ts'
import { isOffered, serviceIds } from './services.ts'

const rows = planFeatures.flatMap(({ features }) => features as readonly PlanFeature[])
const metrics = usageMetrics as readonly UsageMetric[]
const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id)

test('every service has at least one entry that depends on it', () => {
  const used = new Set([...rows, ...extensions].map(({ service }) => service))
  expect(serviceIds.filter((service) => !used.has(service))).toEqual([])
})

test('an install without services meters databases only', () => {
  expect(ids(metrics.filter((metric) => isOffered(metric, [])))).toEqual([
    'database_size',
    'egress',
    'compute_hours',
  ])
  expect(ids(metrics.filter((metric) => isOffered(metric, serviceIds)))).toEqual(ids(metrics))
})

test('cards and the feature table agree on the service behind each figure', () => {
  const offered = (planTiers as readonly PlanTier[]).flatMap(({ features }) =>
    features.filter((line) => isOffered(line, [])),
  )
  for (const { text } of offered) expect(text).not.toMatch(/backups|Logs|SLA|SOC|storage|users/u)
})
