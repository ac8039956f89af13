import type { OrganizationPlan } from './organizations/organizations.ts'
import type { ServiceId } from './organizations/services.ts'
import { plans } from './plans.ts'

/** SPEC.md section 3, "Plan ids". The third is Pro without a spend cap and has no separate card. */
export const planTierIds = [
  'tier_free',
  'tier_pro',
  'tier_payg',
  'tier_team',
  'tier_enterprise',
] as const

export type PlanTierId = (typeof planTierIds)[number]

/** Maps a tier to its plan. */
export const planOfTier = {
  tier_free: 'free',
  tier_pro: 'pro',
  tier_payg: 'pro',
  tier_team: 'team',
  tier_enterprise: 'enterprise',
} as const satisfies Record<PlanTierId, OrganizationPlan>

type PlanLine = {
  text: string
  /** The price beyond the included amount. */
  further?: string
  /** The service that the line requires; none for lines of every install. */
  service?: ServiceId
}

export type PlanTier = {
  id: PlanTierId
  planId: OrganizationPlan
  name: string
  /** A badge next to the name. */
  nameBadge: string | null
  /** The unit that the price is for. */
  costUnit: string | null
  /** Micro-dollars; null when it is agreed by contract. */
  priceMonthly: number | null
  /** Shown before the price. */
  priceLabel: string | null
  description: string
  features: readonly PlanLine[]
  /** Shown above the features. */
  preface: string
  /** Shown below the features. */
  footer: readonly PlanLine[]
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
    description: 'For learning, prototypes and personal projects.',
    features: [
      { text: 'Unlimited API requests', service: 'data-api' },
      { text: '50,000 monthly active users', service: 'auth' },
      { text: '500 MB database, on shared CPU' },
      { text: '5 GB egress' },
      { text: '5 GB cached egress', service: 'storage' },
      { text: '1 GB file storage', service: 'storage' },
      { text: 'Community support', service: 'community' },
    ],
    preface: 'Start with:',
    footer: [
      { text: 'Projects pause after 1 week of inactivity.', service: 'auto-pause' },
      { text: '2 projects may be active at a time.' },
    ],
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
    description: 'For production applications that grow.',
    features: [
      { text: '100,000 monthly active users', further: 'then $0.00325 per MAU', service: 'auth' },
      { text: '8 GB disk for each project', further: 'then $0.125 per GB' },
      { text: '250 GB egress', further: 'then $0.09 per GB' },
      { text: '250 GB cached egress', further: 'then $0.03 per GB', service: 'storage' },
      { text: '100 GB file storage', further: 'then $0.021 per GB', service: 'storage' },
      { text: 'Email support' },
      { text: 'Daily backups, kept for 7 days', service: 'backups' },
      { text: 'Logs, kept for 7 days', service: 'logs' },
    ],
    preface: 'Everything in Free, and:',
    footer: [{ text: 'A spend cap is on by default.' }],
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
    description: 'For companies that need access control and an audit trail.',
    features: [
      { text: 'SOC 2 and ISO 27001 reports', service: 'compliance-reports' },
      { text: 'Read-only and project-scoped roles' },
      { text: 'HIPAA as a paid add-on', service: 'compliance-reports' },
      { text: 'Single sign-on for the dashboard' },
      { text: 'Email support with an SLA', service: 'support-sla' },
      { text: 'Daily backups, kept for 14 days', service: 'backups' },
      { text: 'Logs, kept for 28 days', service: 'logs' },
    ],
    preface: 'Everything in Pro, and:',
    footer: [],
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
    description: 'For large installations with a contract.',
    features: [
      { text: 'Designated support and success team', service: 'designated-support' },
      { text: 'Uptime SLAs', service: 'uptime-sla' },
      { text: 'On-premises or in a cloud of your own', service: 'private-cloud' },
      { text: 'Custom project-scoped roles' },
      { text: 'Logs, kept for 90 days', service: 'logs' },
      { text: 'Security questionnaires answered', service: 'compliance-reports' },
    ],
    preface: 'Everything in Team, and:',
    footer: [],
    cta: 'Contact us',
    href: '/contact/enterprise',
  },
] as const satisfies readonly PlanTier[]
