import type { Customer } from '@basalt/contract/billing/customer'
import type { Organization } from '@basalt/contract/organization/organization-list'
import type { ProjectDetail } from '@basalt/contract/project/project-reading'
import type { Incident } from '@basalt/contract/status'

import { formatDay } from '../../../lib/format/format-time.ts'
import { plural } from '../../../lib/format/format.ts'
import { paths } from '../../../lib/paths.ts'
import type { Banner } from './banner.ts'
import { diskBanners } from './disk-banners.ts'

type Invoice = { organization_id: number }
type NoticeEntry = { key: string; title: string; message: string }

/** The state that banners depend on. Unknown or unrequested parts are missing. */
export type BannerState = {
  /** Before it, only incidents and the clock are reported. */
  isSignedIn: boolean
  incidents: readonly Incident[]
  /** Regions of the projects of the signed-in person. */
  ownRegions: readonly string[]
  /** Switched on by the operator, and not dismissed in this browser. */
  notices: readonly NoticeEntry[]
  /** Whether the pages of billing can be opened; otherwise there are no links to them. */
  hasBilling: boolean
  /** Whether the install has an assistant that can stop. */
  hasAssistant?: boolean
  /** Of the page: its own, or that of its project. */
  organization?: Organization | undefined
  /** Of the page. */
  project?: Pick<ProjectDetail, 'ref' | 'disk'> | undefined
  organizations: readonly Organization[]
  overdue: readonly Invoice[]
  /** Of the organization of the page. */
  customer?: Pick<Customer, 'address'> | undefined
  /** The difference between the browser's clock and the server's. */
  clockSkewMs?: number | undefined
}

/** SPEC.md section 5, "Clock skew". */
const clockSkewLimitMs = 120_000

/** The banners at the top of the app, in the order of SPEC.md section 2. */
export function listBanners(state: BannerState): Banner[] {
  const ofOrganization = state.isSignedIn
    ? [
        ...restrictionBanners(state),
        ...invoiceBanners(state),
        ...missingBillingBanners(state),
        ...spendCapBanners(state),
        ...diskBanners(state.project, listPlans(state)),
      ]
    : []
  return [
    ...incidentBanners(state),
    ...(state.isSignedIn ? noticeBanners(state) : []),
    ...(state.hasBilling ? ofOrganization : ofOrganization.map(withoutLink)),
    ...clockBanners(state),
  ]
}

function withoutLink(banner: Banner): Banner {
  const { link: _, ...rest } = banner
  return rest
}

const gravity: readonly Banner['tone'][] = ['bad', 'warn', 'info']

/** The one to show where there is room for one: the first of the gravest tone. */
export const gravestBanner = (banners: readonly Banner[]): Banner | undefined =>
  gravity
    .map((tone) => banners.find((banner) => banner.tone === tone))
    .find((banner) => banner !== undefined)

function incidentBanners({ incidents, ownRegions }: BannerState): Banner[] {
  const concerns = ({ regions }: Incident) =>
    regions.length === 0 || regions.some((region) => ownRegions.includes(region))
  const ongoing = incidents.filter((one) => one.resolved_at === null && concerns(one))
  const [first] = ongoing
  if (first === undefined) return []
  const isGrave = ongoing.some(({ impact }) => impact === 'critical' || impact === 'major')
  const isHarmless = ongoing.every(({ impact }) => impact === 'none')
  return [
    {
      key: 'incident',
      tone: isGrave ? 'bad' : isHarmless ? 'info' : 'warn',
      title: ongoing.length === 1 ? 'Ongoing incident' : plural(ongoing.length, 'ongoing incident'),
      message: ongoing.map(({ title }) => title).join(' · '),
      link: { label: 'Status page', href: paths.status(), isPlain: true },
    },
  ]
}

const noticeBanners = ({ notices }: BannerState): Banner[] =>
  notices.map(({ key, title, message }) => ({
    key: `notice-${key}`,
    tone: 'info',
    title,
    message,
    dismisses: key,
  }))

const details = (slug: string, anchor?: 'address' | 'invoices') => ({
  label: 'View Details',
  href: paths.organizationBilling(slug, anchor),
})

const listPlans = ({ organization, hasBilling }: BannerState) =>
  organization === undefined || !hasBilling ? undefined : details(organization.slug)

/** SPEC.md sections 4 and 8: the effects of an exceeded quota. */
function restrictionBanners({ organization }: BannerState): Banner[] {
  if (organization === undefined || organization.restriction_status === null) return []
  const { slug, restriction_status: status, restriction_data: data } = organization
  const link = details(slug)
  const key = `restriction-${slug}`
  if (status === 'grace_period') {
    const end = data?.grace_period_end
    const until = end === undefined ? 'it ends' : formatDay(end)
    return [
      {
        key,
        tone: 'warn',
        title: 'Organization plan has exceeded its quota',
        message: `You are given a grace period until ${until}`,
        link,
      },
    ]
  }
  if (status === 'grace_period_over') {
    return [
      {
        key,
        tone: 'warn',
        title: 'Grace period is over',
        message: 'Your Projects will not be able to serve requests when you used up your quota.',
        link,
      },
    ]
  }
  return [
    {
      key,
      tone: 'bad',
      title: 'Services Restricted',
      message:
        'Your Projects are unable to serve any requests as your Organization plan has used up its quota.',
      link,
    },
  ]
}

function invoiceBanners({ organization, organizations, overdue }: BannerState): Banner[] {
  const banners: Banner[] = []
  if (organization !== undefined && overdue.some(isOf(organization))) {
    banners.push({
      key: `overdue-${organization.slug}`,
      tone: 'bad',
      title: 'Outstanding Invoices',
      message: 'Please pay invoices to avoid service disruption.',
      link: details(organization.slug, 'invoices'),
    })
  }
  const owing = organizations.find((one) => one.id !== organization?.id && overdue.some(isOf(one)))
  if (owing !== undefined) {
    banners.push({
      key: `overdue-elsewhere-${owing.slug}`,
      tone: 'bad',
      title: 'Outstanding Invoices in other Organization',
      message: `Please pay invoices of ${owing.name} to avoid service disruption.`,
      link: details(owing.slug, 'invoices'),
    })
  }
  return banners
}

const isOf =
  ({ id }: Organization) =>
  (invoice: Invoice) =>
    invoice.organization_id === id

/** SPEC.md section 5: the plan is not free, there is no billing partner and no address.line1. */
export const needsBillingAddress = ({ plan, billing_partner: partner }: Organization): boolean =>
  plan.id !== 'free' && partner === null

function missingBillingBanners({ organization, customer }: BannerState): Banner[] {
  if (organization === undefined || customer === undefined) return []
  if (!needsBillingAddress(organization) || (customer.address?.line1 ?? '') !== '') return []
  return [
    {
      key: `billing-${organization.slug}`,
      tone: 'warn',
      title: 'Missing Billing Information',
      message:
        'Please add a billing address. If you are a registered business, please add a tax ID too.',
      link: details(organization.slug, 'address'),
    },
  ]
}

type SpendStep = NonNullable<NonNullable<Organization['spend_cap_state']>['step']>

const stopped: Record<SpendStep, string> = {
  ai: 'The assistant is switched off until spending is below the cap again.',
  previews: 'The assistant and preview branches are switched off.',
  jobs: 'The assistant, preview branches and jobs are switched off.',
  read_only: 'Databases are read-only.',
  pause: 'Projects are paused. Nothing was deleted.',
}

function spendCapBanners({ organization, hasAssistant }: BannerState): Banner[] {
  const reached = organization?.spend_cap_state ?? null
  if (organization === undefined || reached === null) return []
  const { percent, step } = reached
  return [
    {
      key: `spend-cap-${organization.slug}`,
      tone: step === 'read_only' || step === 'pause' ? 'bad' : 'warn',
      title: percent < 100 ? `${percent} % of the spend cap is used` : 'The spend cap is reached',
      message:
        step === null || (step === 'ai' && !hasAssistant)
          ? 'Services stop step by step once the cap is reached.'
          : stopped[step],
      link: details(organization.slug),
    },
  ]
}

function clockBanners({ clockSkewMs = 0 }: BannerState): Banner[] {
  if (Math.abs(clockSkewMs) <= clockSkewLimitMs) return []
  return [
    {
      key: 'clock',
      tone: 'warn',
      title:
        "Your computer's clock appears to be inaccurate. This can cause issues with certain features.",
      link: { label: 'More information', href: paths.status('clock'), isPlain: true },
    },
  ]
}
