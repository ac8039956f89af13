import type { OrganizationPlan } from './organizations.ts'
import { plans } from './plans.ts'

/** SPEC.md section 3, "Plan ids". The third is Pro without a spend cap: it has no card of its own. */
export const planTierIds = [
  'tier_free',
  'tier_pro',
  'tier_payg',
  'tier_team',
  'tier_enterprise',
] as const

export type PlanTierId = (typeof planTierIds)[number]

/** The plan that a tier stands for. */
export const planOfTier = {
  tier_free: 'free',
  tier_pro: 'pro',
  tier_payg: 'pro',
  tier_team: 'team',
  tier_enterprise: 'enterprise',
} as const satisfies Record<PlanTierId, OrganizationPlan>

export type PlanTier = {
  id: PlanTierId
  planId: OrganizationPlan
  name: string
  /** A word beside the name. */
  nameBadge: string | null
  /** What the price is paid for. */
  costUnit: string | null
  /** Micro-dollars; null when it is agreed by contract. */
  priceMonthly: number | null
  /** Stands before the price. */
  priceLabel: string | null
  description: string
  /** A line each; a pair is what is included and what more of it costs. */
  features: readonly (string | readonly [included: string, further: string])[]
  /** Stands above the features. */
  preface: string
  /** Stands below them. */
  footer: string | null
  /** The button, and where it leads. */
  cta: string
  href: string
}

const [free, pro, team, enterprise] = plans

/** The cards of the plan comparison. SPEC.md section 3, "Plan tier". */
export const planTiers = [
  {
    id: free.tier,
    planId: free.id,
    name: free.name,
    nameBadge: null,
    costUnit: 'per month',
    priceMonthly: free.priceMicros,
    priceLabel: null,
    description: 'To learn, to try an idea and for projects of your own.',
    features: [
      'Unlimited API requests',
      '50,000 monthly active users',
      '500 MB database, on shared CPU',
      '5 GB egress',
      '5 GB cached egress',
      '1 GB file storage',
      'Community support',
    ],
    preface: 'Start with:',
    footer: 'Projects pause after 1 week of inactivity. 2 of them may be active at a time.',
    cta: 'Start for free',
    href: '/new?plan=free',
  },
  {
    id: pro.tier,
    planId: pro.id,
    name: pro.name,
    nameBadge: 'For production',
    costUnit: 'per month for an organization',
    priceMonthly: pro.priceMicros,
    priceLabel: 'From',
    description: 'For applications that people rely on and that may grow.',
    features: [
      ['100,000 monthly active users', 'then $0.00325 per MAU'],
      ['8 GB disk for each project', 'then $0.125 per GB'],
      ['250 GB egress', 'then $0.09 per GB'],
      ['250 GB cached egress', 'then $0.03 per GB'],
      ['100 GB file storage', 'then $0.021 per GB'],
      'Support by e-mail',
      'Daily backups, kept for 7 days',
      'Logs, kept for 7 days',
    ],
    preface: 'Everything in Free, and:',
    footer: 'A spend cap is on to begin with, so that spending cannot run away.',
    cta: 'Choose Pro',
    href: '/new?plan=pro',
  },
  {
    id: team.tier,
    planId: team.id,
    name: team.name,
    nameBadge: null,
    costUnit: 'per month for an organization',
    priceMonthly: team.priceMicros,
    priceLabel: 'From',
    description: 'For companies that must show who may do what, and who did it.',
    features: [
      'SOC 2 and ISO 27001 reports',
      'Read-only and project-scoped roles',
      'HIPAA as a paid add-on',
      'Single sign-on for the dashboard',
      'E-mail support with an SLA',
      'Daily backups, kept for 14 days',
      'Logs, kept for 28 days',
    ],
    preface: 'Everything in Pro, and:',
    footer: null,
    cta: 'Choose Team',
    href: '/new?plan=team',
  },
  {
    id: enterprise.tier,
    planId: enterprise.id,
    name: enterprise.name,
    nameBadge: null,
    costUnit: null,
    priceMonthly: enterprise.priceMicros,
    priceLabel: null,
    description: 'For large installations with terms of their own.',
    features: [
      'Designated support and success team',
      'Uptime SLAs',
      'On-premises or in a cloud of your own',
      'Custom project-scoped roles',
      'Logs, kept for 90 days',
      'Security questionnaires answered',
    ],
    preface: 'Everything in Team, and:',
    footer: null,
    cta: 'Contact us',
    href: '/contact/enterprise',
  },
] as const satisfies readonly PlanTier[]
