import {
  type ComputeSizeId,
  computeSizes,
  type OrganizationPlan,
  planLimits,
} from '@basalt/catalog'
import type { Project } from '@basalt/contract/project/project-reading'

/** The cost of a project's compute on the bill, in micro-dollars. */
export type ComputeCost = {
  monthlyMicros: number
  hourlyMicros: number
  /** Credits of the plan in each month. */
  creditMicros: number
  /** The part of the monthly price that is covered by them, after the other projects. */
  coveredMicros: number
}

const getPrice = (size: ComputeSizeId) => computeSizes.find(({ id }) => id === size)

/** Statuses without compute, which cost nothing. */
const idle = new Set<Project['status']>(['INACTIVE', 'REMOVED', 'GOING_DOWN', 'INIT_FAILED'])

/** Whether a project counts as active. */
export const isActive = ({ status }: Pick<Project, 'status'>): boolean => !idle.has(status)

/** The Free plan has the free compute size only. Until the plan is known, all are offered. */
export const isOffered = (size: ComputeSizeId, plan: OrganizationPlan | undefined): boolean =>
  plan !== 'free' || getPrice(size)?.hourlyMicros === 0

/**
 * The cost of a project of a size for an organization, in addition to its active projects: these
 * share the credits, older ones first.
 */
export function computeCost(
  size: ComputeSizeId,
  plan: OrganizationPlan,
  others: readonly Pick<Project, 'compute_size' | 'status'>[],
): ComputeCost {
  const { priceMicros = 0, hourlyMicros = 0 } = getPrice(size) ?? {}
  const creditMicros = planLimits.find((limits) => limits.plan === plan)?.computeCreditMicros ?? 0
  const used = others
    .filter(isActive)
    .reduce((sum, project) => sum + (getPrice(project.compute_size)?.priceMicros ?? 0), 0)
  return {
    monthlyMicros: priceMicros,
    hourlyMicros,
    creditMicros,
    coveredMicros: Math.min(priceMicros, Math.max(0, creditMicros - used)),
  }
}
