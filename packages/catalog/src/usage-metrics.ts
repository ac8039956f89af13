import type { OrganizationPlan } from './organizations/organizations.ts'
import type { ServiceId } from './organizations/services.ts'

/**
 * How hourly quantities are aggregated to a billing period: `sum` adds them, `average` divides them
 * by all hours of the period (a gauge such as a size), `peak` takes the largest.
 */
export type UsageAggregation = 'sum' | 'average' | 'peak'

type UsageMetricEntry = {
  id: string
  name: string
  /** The service that is metered; none for databases, which every install has. */
  service?: ServiceId
  aggregation: UsageAggregation
  /** The unit of a stored quantity. */
  unit: 'bytes' | 'seconds' | 'users' | 'invocations' | 'connections' | 'messages' | 'images'
  /** Whether a plan includes the quantity per project or per organization. */
  per: 'organization' | 'project'
  /** The quantity that a plan includes; null without a limit, or where a contract defines it. */
  included: Readonly<Record<OrganizationPlan, number | null>>
  /**
   * The price of a paid plan beyond the included quantity: `micros` micro-dollars for each `per`
   * units.
   */
  price: { micros: number; per: number } | null
  /** Whether the Free plan is restricted when it exceeds the included quantity. */
  isQuota: boolean
}

const GB = 1_073_741_824
const MB = 1_048_576
const hour = 3600
const paid = (free: number, included: number) => ({
  free,
  pro: included,
  team: included,
  enterprise: null,
})

/** SPEC.md section 9, "Plans": quotas and prices of what is metered. A GB is 1024³ bytes. */
export const usageMetrics = [
  {
    id: 'database_size',
    name: 'Database size',
    aggregation: 'average',
    unit: 'bytes',
    per: 'project',
    included: paid(500 * MB, 8 * GB),
    price: { micros: 125_000, per: GB },
    isQuota: true,
  },
  {
    id: 'egress',
    name: 'Egress',
    aggregation: 'sum',
    unit: 'bytes',
    per: 'organization',
    included: paid(5 * GB, 250 * GB),
    price: { micros: 90_000, per: GB },
    isQuota: true,
  },
  {
    id: 'cached_egress',
    service: 'storage',
    name: 'Cached egress',
    aggregation: 'sum',
    unit: 'bytes',
    per: 'organization',
    included: paid(5 * GB, 250 * GB),
    price: { micros: 30_000, per: GB },
    isQuota: true,
  },
  {
    id: 'storage_size',
    service: 'storage',
    name: 'Storage size',
    aggregation: 'average',
    unit: 'bytes',
    per: 'organization',
    included: paid(GB, 100 * GB),
    price: { micros: 21_000, per: GB },
    isQuota: true,
  },
  {
    id: 'monthly_active_users',
    service: 'auth',
    name: 'Monthly active users',
    aggregation: 'peak',
    unit: 'users',
    per: 'organization',
    included: paid(50_000, 100_000),
    price: { micros: 3250, per: 1 },
    isQuota: true,
  },
  {
    id: 'monthly_active_sso_users',
    service: 'auth',
    name: 'Monthly active SSO users',
    aggregation: 'peak',
    unit: 'users',
    per: 'organization',
    included: { free: null, pro: 50, team: 50, enterprise: null },
    price: { micros: 15_000, per: 1 },
    isQuota: false,
  },
  {
    id: 'storage_image_transformations',
    service: 'storage',
    name: 'Image transformations',
    aggregation: 'peak',
    unit: 'images',
    per: 'organization',
    included: { free: null, pro: 100, team: 100, enterprise: null },
    price: { micros: 5_000_000, per: 1000 },
    isQuota: false,
  },
  {
    id: 'function_invocations',
    service: 'edge-functions',
    name: 'Function invocations',
    aggregation: 'sum',
    unit: 'invocations',
    per: 'organization',
    included: paid(500_000, 2_000_000),
    price: { micros: 2_000_000, per: 1_000_000 },
    isQuota: true,
  },
  {
    id: 'realtime_peak_connections',
    service: 'realtime',
    name: 'Realtime peak connections',
    aggregation: 'peak',
    unit: 'connections',
    per: 'organization',
    included: paid(200, 500),
    price: { micros: 10_000_000, per: 1000 },
    isQuota: true,
  },
  {
    id: 'realtime_messages',
    service: 'realtime',
    name: 'Realtime messages',
    aggregation: 'sum',
    unit: 'messages',
    per: 'organization',
    included: paid(2_000_000, 5_000_000),
    price: { micros: 2_500_000, per: 1_000_000 },
    isQuota: true,
  },
  {
    id: 'branch_hours',
    service: 'branching',
    name: 'Branch hours',
    aggregation: 'sum',
    unit: 'seconds',
    per: 'organization',
    included: { free: null, pro: 0, team: 0, enterprise: null },
    price: { micros: 13_440, per: hour },
    isQuota: false,
  },
  {
    // Priced by the size of each project, in the table of compute sizes.
    id: 'compute_hours',
    name: 'Compute hours',
    aggregation: 'sum',
    unit: 'seconds',
    per: 'organization',
    included: { free: null, pro: null, team: null, enterprise: null },
    price: null,
    isQuota: false,
  },
  {
    id: 'log_ingestion',
    service: 'logs',
    name: 'Log volume',
    aggregation: 'sum',
    unit: 'bytes',
    per: 'organization',
    included: { free: null, pro: null, team: null, enterprise: null },
    price: null,
    isQuota: false,
  },
] as const satisfies readonly UsageMetricEntry[]

export type UsageMetricId = (typeof usageMetrics)[number]['id']

export const usageMetricIds = usageMetrics.map(({ id }) => id) as [
  UsageMetricId,
  ...UsageMetricId[],
]

export type UsageMetric = UsageMetricEntry & { id: UsageMetricId }
