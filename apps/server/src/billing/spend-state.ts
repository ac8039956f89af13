import { type SpendEffect, spendLimits, getSpendLimits, type SpendStep } from '@basalt/catalog'
import type { Organization } from '@basalt/contract/organization/organization-list'

const limits: readonly SpendStep[] = spendLimits

type Spent = { spentMicros: number; capMicros: number | null }

/**
 * The last step that spending has reached of those that mean something in the install, in
 * percent of the cap; 0 below the first.
 */
export function getSpendStep(
  { spentMicros, capMicros }: Spent,
  capabilities: readonly string[],
): number {
  if (capMicros === null) return 0
  // Whole numbers on both sides: a step is reached at its micro-dollar and not before.
  const reached = getSpendLimits(capabilities).filter(
    ({ percent }) => BigInt(spentMicros) * 100n >= BigInt(capMicros) * BigInt(percent),
  )
  return reached.at(-1)?.percent ?? 0
}

/** Whether the spend cap still allows this; false once its step is reached. */
export const spendAllows = ({ spendStep }: { spendStep: number }, effect: SpendEffect): boolean =>
  limits.every((step) => step.effect !== effect || step.percent > spendStep)

/** The features of the install that have stopped at a step, in the order of the spend limits. */
export const stoppedAt = (spendStep: number, capabilities: readonly string[]): SpendEffect[] =>
  getSpendLimits(capabilities)
    .filter(({ percent }) => percent <= spendStep)
    .flatMap(({ effect }) => effect ?? [])

/** The stored step in the form of an organization's answer; null before the first one. */
export function spendCapState(spendStep: number | null): Organization['spend_cap_state'] {
  const reached = limits.filter(({ percent }) => percent <= (spendStep ?? 0)).at(-1)
  return reached === undefined ? null : { percent: reached.percent, step: reached.effect }
}

/** The reason of a project that the spend cap has paused, which also identifies it. */
export const spendPauseReason =
  'Paused by the spend cap: the spending of this billing period has passed it.'
