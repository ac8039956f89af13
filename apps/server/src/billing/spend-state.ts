import { type SpendEffect, spendLadder } from '@basalt/catalog'
import type { Organization } from '@basalt/contract'

type Step = { readonly percent: number; readonly effect: SpendEffect | null }

const ladder: readonly Step[] = spendLadder

/** The last step that spending has reached, in percent of the cap; 0 below the first. */
export function spendStepOf({
  spentMicros,
  capMicros,
}: {
  spentMicros: number
  capMicros: number | null
}): number {
  if (capMicros === null) return 0
  // Whole numbers on both sides: a step is reached at its micro-dollar and not before.
  const reached = ladder.filter(
    ({ percent }) => BigInt(spentMicros) * 100n >= BigInt(capMicros) * BigInt(percent),
  )
  return reached.at(-1)?.percent ?? 0
}

/** Whether the spend cap leaves an organization this; false once its step is reached. */
export const spendAllows = ({ spendStep }: { spendStep: number }, effect: SpendEffect): boolean =>
  ladder.every((step) => step.effect !== effect || step.percent > spendStep)

/** What has stopped at a step, in the order of the ladder. */
export const stoppedAt = (spendStep: number): SpendEffect[] =>
  ladder.filter(({ percent }) => percent <= spendStep).flatMap(({ effect }) => effect ?? [])

/** How an organization's answer tells of its stored step; null below the first. */
export function spendCapState(spendStep: number | null): Organization['spend_cap_state'] {
  const reached = ladder.filter(({ percent }) => percent <= (spendStep ?? 0)).at(-1)
  return reached === undefined ? null : { percent: reached.percent, step: reached.effect }
}

/** Said of a project that the spend cap has paused, and how it is known again. */
export const spendPauseReason =
  'Paused by the spend cap: the spending of this billing period has passed it.'
