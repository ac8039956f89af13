import { graceDays, graceOverHours } from '@basalt/catalog'

/** SPEC.md section 4, "Organization restriction_status". */
export type RestrictionStatus = 'grace_period' | 'grace_period_over' | 'restricted'

export type Restriction = {
  /** Null without a restriction. */
  status: RestrictionStatus | null
  /**
   * The end of the grace period; null without a restriction. After a late check it is the time of
   * the check: a restriction needs a warning a day before.
   */
  graceEnd: Date | null
  /** When a grace period was last used up; never reset. */
  graceUsedAt: Date | null
}

export type QuotaFacts = {
  now: Date
  /** Whether usage exceeds a quota of the Free plan. */
  isExceeded: boolean
  /** Paid plans are charged for more use and never restricted for it. */
  isPaid: boolean
  periodStart: Date
}

const hourMs = 3_600_000

/**
 * The next state for the current usage. A pure function: the same facts again change nothing, and
 * each call takes one step at most.
 *
 * none → `grace_period` of 14 days → `grace_period_over` → `restricted` a day later; back to none
 * from anywhere once usage drops or the plan is paid. After a used up grace period there is no
 * second one in the same billing period: `grace_period_over` follows at once.
 */
export function nextRestriction(before: Restriction, facts: QuotaFacts): Restriction {
  const { now, isExceeded, isPaid, periodStart } = facts
  const { status, graceEnd, graceUsedAt } = before
  // Paying for an hour in between does not start a new grace period.
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
