import type { OrganizationPlan } from './organizations/organizations.ts'

type Addon = {
  id: string
  name: string
  /** Per month, in micro-dollars, for the first unit. */
  monthlyMicros: number
  /** Per month for each further unit; the same as the first unless it is cheaper. */
  additionalMonthlyMicros: number
  /** The billed unit: `$100 per 7 days`, `$10 per domain`. */
  unit: string
  /** The lowest plan that may order it. */
  minimumPlan: OrganizationPlan
}

/**
 * Addons that are ordered for a project and billed by the month. Features billed by use, such as
 * branches and image transformations, are usage metrics instead. SPEC.md section 9, "Other priced
 * items".
 */
export const addons = [
  {
    id: 'pitr',
    name: 'Point-in-time recovery',
    monthlyMicros: 100_000_000,
    additionalMonthlyMicros: 100_000_000,
    unit: '7 days',
    minimumPlan: 'pro',
  },
  {
    id: 'custom_domain',
    name: 'Custom domain',
    monthlyMicros: 10_000_000,
    additionalMonthlyMicros: 10_000_000,
    unit: 'domain',
    minimumPlan: 'pro',
  },
  {
    id: 'auth_mfa_phone',
    name: 'Multi-factor authentication by phone',
    monthlyMicros: 75_000_000,
    additionalMonthlyMicros: 10_000_000,
    unit: 'project',
    minimumPlan: 'pro',
  },
  {
    id: 'log_drain',
    name: 'Log drain',
    monthlyMicros: 60_000_000,
    additionalMonthlyMicros: 60_000_000,
    unit: 'drain',
    minimumPlan: 'pro',
  },
] as const satisfies readonly Addon[]

/** The price of a log drain beyond its monthly fee, in micro-dollars. */
export const logDrainUse = { perMillionEventsMicros: 200_000, perGigabyteMicros: 90_000 } as const
