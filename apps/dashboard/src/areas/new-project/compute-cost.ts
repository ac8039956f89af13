import {
  type ComputeSizeId,
  computeSizes,
  type OrganizationPlan,
  planLimits,
} from '@basalt/catalog'
import type { Project } from '@basalt/contract/project/project-reading'

/** What a project's compute adds to the bill, in micro-dollars. */
export type ComputeCost = {
  monthlyMicros: number
  hourlyMicros: number
  /** Credits of the plan in each month. */
  creditMicros: number
  /** The part of the monthly price that is covered by them, after the other projects. */
  coveredMicros: number
}

const getPrice = (size: ComputeSizeId) => computeSizes.find(({ id }) => id === size)

/** Statuses in which a project's compute is not there and costs nothing. */
const idle = new Set<Project['status']>(['INACTIVE', 'REMOVED', 'GOING_DOWN', 'INIT_FAILED'])

/** Whether a project counts among those that run. */
export const isActive = ({ status }: Pick<Project, 'status'>): boolean => !idle.has(status)

/** The Free plan runs on the size that costs nothing. Until the plan is known, all are. */
export const isOffered = (size: ComputeSizeId, plan: OrganizationPlan | undefined): boolean =>
  plan !== 'free' || getPrice(size)?.hourlyMicros === 0

/**
 * What a project of a size costs an organization, beside the projects that it runs already:
 * the credits are shared by all of them, and the older ones come first.
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
