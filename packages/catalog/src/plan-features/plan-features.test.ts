import { describe, expect, test } from 'vitest'

import { addons, logDrainUse } from '../addons.ts'
import { type OrganizationPlan, organizationPlans } from '../organizations/organizations.ts'
import { planLimits } from '../plan-limits.ts'
import { plans } from '../plans.ts'
import { planOfRoleKind } from '../role-kinds.ts'
import { getAmount, dollars, getAdditional, inBytes, inDays } from '../testing/figures.ts'
import { type UsageMetricId, usageMetrics } from '../usage-metrics.ts'
import { entitlement } from './entitlement.ts'
import type { PlanFeature } from './plan-feature.ts'
import { type PlanFeatureKey, planFeatures } from './plan-features.ts'

const rows: readonly PlanFeature[] = planFeatures.flatMap(({ features }) => [...features])
const valuesOf = (key: PlanFeatureKey) =>
  organizationPlans.map((plan) => entitlement(plan, key).value)

test('SPEC.md section 3, "Categories: database, auth, storage, edge_functions, realtime, dashboard, security, support"', () => {
  expect(planFeatures.map(({ id }) => id).join(', ')).toBe(
    'database, auth, storage, edge_functions, realtime, dashboard, security, support',
  )
})

test('there are about 60 rows, each with a unique key and title and a value for every plan', () => {
  expect(rows.length).toBeGreaterThanOrEqual(60)
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length)
  for (const { plans: values } of rows) {
    expect(Object.keys(values)).toEqual([...organizationPlans])
    for (const value of Object.values(values).flat()) expect(value).not.toBe('')
  }
})

test('a higher plan includes everything of a lower one', () => {
  for (const { key, plans: values } of rows) {
    const included = organizationPlans.map((plan) => values[plan] !== false)
    expect([key, included]).toEqual([key, included.toSorted((a, b) => Number(a) - Number(b))])
  }
})

const metered: readonly [PlanFeatureKey, UsageMetricId, each?: string][] = [
  ['database.size', 'database_size', ' per project'],
  ['database.egress', 'egress'],
  ['auth.maus', 'monthly_active_users'],
  ['auth.thirdPartyMAUs', 'monthly_active_users'],
  ['storage.size', 'storage_size'],
  ['storage.cachedEgress', 'cached_egress'],
  ['functions.invocations', 'function_invocations'],
  ['realtime.concurrentConnections', 'realtime_peak_connections'],
  ['realtime.messagesPerMonth', 'realtime_messages'],
]

describe('rows agree with the usage metrics and their prices', () => {
  test.each(metered)('%s', (key, metric, each = '') => {
    const [free, pro, team] = valuesOf(key)
    expect(free).toBe(`${getAmount(metric, 'free')}${each} included`)
    expect(pro).toEqual([`${getAmount(metric, 'pro')}${each} included`, getAdditional(metric)])
    expect(team).toEqual([`${getAmount(metric, 'team')}${each} included`, getAdditional(metric)])
    expect(rows.find((row) => row.key === key)?.usage_based).toBe(true)
  })

  test('auth.saml and storage.transformations are not in the Free plan', () => {
    const sso = 'monthly_active_sso_users'
    const images = 'storage_image_transformations'
    expect(valuesOf('auth.saml').slice(0, 2)).toEqual([
      false,
      [`${getAmount(sso, 'pro')} included`, getAdditional(sso)],
    ])
    expect(valuesOf('storage.transformations').slice(0, 2)).toEqual([
      false,
      [`${getAmount(images, 'pro')} origin images included`, getAdditional(images)],
    ])
  })

  test('database.branching', () => {
    const price = usageMetrics.find(({ id }) => id === 'branch_hours')?.price
    expect(price?.per).toBe(3600)
    expect(valuesOf('database.branching')[1]).toBe(`${dollars(price?.micros ?? 0)} per branch-hour`)
  })
})

describe('rows agree with the enforced limits', () => {
  const free: readonly OrganizationPlan[] = ['free']
  const [freeLimits, proLimits, teamLimits] = planLimits

  test.each([freeLimits, proLimits, teamLimits])(
    'the rows of backups, logs, files, messages and pauses match the limits of $plan',
    (limits) => {
      const of = (key: PlanFeatureKey) => entitlement(limits.plan, key).value
      expect(of('database.automaticBackups')).toBe(
        limits.backupDays === 0 ? false : inDays(limits.backupDays),
      )
      expect(of('security.logRetention')).toBe(inDays(limits.logRetentionDays))
      expect(of('storage.maxFileSize')).toBe(inBytes(limits.maxFileBytes))
      expect(of('realtime.maxMessageSize')).toBe(inBytes(limits.maxMessageBytes))
      expect(of('database.pausing')).toBe(
        free.includes(limits.plan) ? 'After 1 week of inactivity' : 'Never',
      )
    },
  )

  test('the audit log is retained for the time that the plan names', () => {
    const stored = plans.map(({ auditHours }) => {
      if (auditHours === null) return 'No limit'
      return auditHours < 24 ? `${auditHours} hour` : inDays(auditHours / 24)
    })
    expect(valuesOf('security.platformAuditLogs')).toEqual(stored)
    expect(valuesOf('auth.auditLogs').slice(0, 3)).toEqual(stored.slice(0, 3))
  })

  test('roles come with the plans that are named for them', () => {
    const [, pro, team, enterprise] = valuesOf('security.accessRoles')
    expect([pro, planOfRoleKind('organization')]).toEqual(['Owner, Admin, Developer', 'free'])
    expect([team, planOfRoleKind('read-only'), planOfRoleKind('project')]).toEqual([
      'Also Read-only and predefined project-scoped roles',
      'team',
      'team',
    ])
    expect([enterprise, planOfRoleKind('custom')]).toEqual([
      'Also custom project-scoped roles',
      'enterprise',
    ])
  })
})

test('rows of addons show the price of the addon', () => {
  const [pitr, domain, phone, drain] = addons
  const monthly = (addon: (typeof addons)[number]) => dollars(addon.monthlyMicros)
  expect(valuesOf('database.pitr')[1]).toBe(`${monthly(pitr)} per month per ${pitr.unit}`)
  expect(valuesOf('security.customDomains')[1]).toBe(
    `${monthly(domain)} per ${domain.unit} per month`,
  )
  expect(valuesOf('auth.advancedMFAPhone')[1]).toEqual([
    `${monthly(phone)} per month for the first ${phone.unit}`,
    `then ${dollars(phone.additionalMonthlyMicros)} per month for each other`,
  ])
  expect(valuesOf('security.logDrain')[1]).toEqual([
    `${monthly(drain)} per ${drain.unit} per month`,
    `+ ${dollars(logDrainUse.perMillionEventsMicros)} per million events`,
    `+ ${dollars(logDrainUse.perGigabyteMicros)} per GB`,
  ])
})

describe('an entitlement', () => {
  test("is included unless the plan's value is false, and names the first plan with it", () => {
    expect(entitlement('free', 'security.sso')).toEqual({
      isIncluded: false,
      value: false,
      text: 'Not included',
      firstPlan: 'team',
    })
    expect(entitlement('pro', 'database.automaticBackups')).toEqual({
      isIncluded: true,
      value: '7 days',
      text: '7 days',
      firstPlan: 'pro',
    })
  })

  test('describes the included amount and the price beyond it in one line', () => {
    expect(entitlement('pro', 'database.egress').text).toBe('250 GB included, then $0.09 per GB')
    expect(entitlement('team', 'security.sso').text).toBe('Included')
  })

  test('names the lowest plan with the feature', () => {
    for (const { features } of planFeatures) {
      for (const { key } of features) {
        const { firstPlan } = entitlement('free', key)
        const having = organizationPlans.filter((plan) => entitlement(plan, key).isIncluded)
        expect(having[0]).toBe(firstPlan)
      }
    }
  })
})
