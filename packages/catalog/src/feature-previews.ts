import { type OrganizationPlan, organizationPlans } from './organizations/organizations.ts'

/** Set by an operator on the page of release gates; closed by default. */
export const releaseGates = {
  gitlessBranching: { isOpen: false },
  advisorRules: { isOpen: false },
  unifiedLogs: { isOpen: false },
} as const satisfies Record<string, { isOpen: boolean }>

export type ReleaseGate = keyof typeof releaseGates

/** In the order of the page that lists them. */
export const releaseGateNames = Object.keys(releaseGates) as readonly ReleaseGate[]

export type FeaturePreview = {
  /** One of the keys below; browsers store the user's choice under it. */
  key: string
  name: string
  description: string
  /** The effects of switching it on, one sentence each. */
  changes: readonly string[]
  /** Must be open for the preview to be offered; previews without one always are. */
  gate: ReleaseGate | null
  /** The discussion of the preview; null links to the forum's front page. */
  discussionsUrl: string | null
  isNew: boolean
  /** Requires organizations. */
  isDashboardOnly: boolean
  /** The lowest plan that includes it; null for every plan. */
  firstPlan: OrganizationPlan | null
  /** Whether this version implements the feature; otherwise the preview is not offered. */
  isReleased: boolean
}

/** SPEC.md sections 3 and 9: the previews and their gates, in the order of the dialog. */
export const featurePreviews = [
  {
    key: 'unified-logs',
    name: 'New logs interface',
    description: 'One view of the logs of every service, with a timeline and filters.',
    changes: ['On the Team plan and above, the logs page shows all sources together.'],
    gate: 'unifiedLogs',
    discussionsUrl: null,
    isNew: true,
    isDashboardOnly: true,
    firstPlan: 'team',
    isReleased: true,
  },
  {
    key: 'branching-2-0',
    name: 'Branching via dashboard',
    description: 'Create, review and merge preview branches without a repository.',
    changes: ['You can create and merge branches from the top bar.'],
    gate: 'gitlessBranching',
    discussionsUrl: null,
    isNew: true,
    isDashboardOnly: true,
    firstPlan: null,
    isReleased: false,
  },
  {
    key: 'advisor-rules',
    name: 'Disable advisor rules',
    description: 'Choose which advisor rules apply to a project, and to whom.',
    changes: ['The advisors get a page where you can turn off rules.'],
    gate: 'advisorRules',
    discussionsUrl: null,
    isNew: true,
    isDashboardOnly: true,
    firstPlan: null,
    isReleased: true,
  },
  {
    key: 'inline-editor',
    name: 'Inline editing of database entities',
    description: 'Edit functions, policies and triggers as SQL next to the page that lists them.',
    changes: ['Database entities open in an editor next to the list.'],
    gate: null,
    discussionsUrl: null,
    isNew: false,
    isDashboardOnly: false,
    firstPlan: null,
    isReleased: true,
  },
  {
    key: 'api-side-panel',
    name: 'Project API documentation',
    description: 'API documentation of the project, generated from its tables.',
    changes: ['A panel next to each table shows how to call it.'],
    gate: null,
    discussionsUrl: null,
    isNew: false,
    isDashboardOnly: false,
    firstPlan: null,
    isReleased: false,
  },
  {
    key: 'CLS',
    name: 'Column-level privileges',
    description: 'Grant a role access to selected columns of a table.',
    changes: [
      'The Database area of projects gets a page for column privileges.',
      'Multiple changes are shown as SQL first and applied together.',
    ],
    gate: null,
    discussionsUrl: null,
    isNew: false,
    isDashboardOnly: false,
    firstPlan: null,
    isReleased: true,
  },
] as const satisfies readonly FeaturePreview[]

export type FeaturePreviewKey = (typeof featurePreviews)[number]['key']

export const featurePreviewKeys = featurePreviews.map(({ key }) => key)

/** SPEC.md section 6: some previews need a plan. Separate from whether an install offers them. */
export function isPreviewInPlan(key: FeaturePreviewKey, plan: OrganizationPlan): boolean {
  const first = featurePreviews.find((preview) => preview.key === key)?.firstPlan ?? null
  return first === null || organizationPlans.indexOf(plan) >= organizationPlans.indexOf(first)
}

type Offer = {
  hasOrganizations: boolean
  isOpen: (gate: ReleaseGate) => boolean
}

/**
 * The previews that an install offers: those whose feature exists, whose gate is open, and
 * that make sense there.
 */
export const offeredPreviews = (offer: Offer) =>
  featurePreviews.filter((preview) => isOffered(preview, offer))

export const isOffered = (
  { isReleased, gate, isDashboardOnly }: FeaturePreview,
  { hasOrganizations, isOpen }: Offer,
): boolean =>
  isReleased && (gate === null || isOpen(gate)) && (!isDashboardOnly || hasOrganizations)
