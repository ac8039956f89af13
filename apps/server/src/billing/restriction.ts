import { graceDays, graceOverHours } from '@basalt/catalog'

/** SPEC.md section 4, "Organization restriction_status". */
export type RestrictionStatus = 'grace_period' | 'grace_period_over' | 'restricted'

export type Restriction = {
  /** Null while nothing is wrong. */
  status: RestrictionStatus | null
  /**
   * When the grace period ends, or ended; null while nothing is wrong. Where somebody looked
   * late it ends only then: nobody is restricted without having been told a day before.
   */
  graceEnd: Date | null
  /** When a grace period was last used up; kept for good. */
  graceUsedAt: Date | null
}

export type QuotaFacts = {
  now: Date
  /** Whether more is used than the Free plan includes. */
  isExceeded: boolean
  /** Paid plans are charged for more use and never restricted for it. */
  isPaid: boolean
  periodStart: Date
}

const hourMs = 3_600_000

/**
 * What follows from what is used now. Total and without side effects: the same facts a second
 * time change nothing, and each call takes one step at most.
 *
 * none → `grace_period` of 14 days → `grace_period_over` → `restricted` a day later; back to
 * none from anywhere once less is used or the plan is paid for. Who has used up a grace period
 * gets no second one in the same billing period: `grace_period_over` follows at once.
 */
export function nextRestriction(before: Restriction, facts: QuotaFacts): Restriction {
  const { now, isExceeded, isPaid, periodStart } = facts
  const { status, graceEnd, graceUsedAt } = before
  // Paying for an hour in between begins no new grace period.
  if (isPaid && status !== null) return { status: null, graceEnd: null, graceUsedAt: now }
  if (isPaid || !isExceeded) return { status: null, graceEnd: null, graceUsedAt }
  if (status === null) {
    return graceUsedAt !== null && graceUsedAt >= periodStart
      ? { ...before, status: 'grace_period_over', graceEnd: now }
      : { ...before, status: 'grace_period', graceEnd: later(now, graceDays * 24) }
  }
  if (status === 'grace_period') {
    if (graceEnd === null) return { ...before, graceEnd: later(now, graceDays * 24) }
    return now < graceEnd
      ? before
      : { status: 'grace_period_over', graceEnd: now, graceUsedAt: now }
  }
  if (status === 'restricted') return before
  if (graceEnd === null) return { ...before, graceEnd: now }
  return now < later(graceEnd, graceOverHours) ? before : { ...before, status: 'restricted' }
}

const later = (time: Date, hours: number) => new Date(time.getTime() + hours * hourMs)
