import type { OrganizationPlan } from '@basalt/catalog'

/** A billing period: from a full hour to the same one a month later, without its end. */
export type Period = { start: Date; end: Date }

/** The plan of an organization from a full hour until the next segment. */
export type PlanSegment = { plan: OrganizationPlan; from: Date }

const hourMs = 3_600_000

/** The start of the hour of a time. */
export const getHour = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMs) * hourMs)

/** The first full hour that does not lie before a time. */
export const nextHour = (at: Date): Date => new Date(Math.ceil(at.getTime() / hourMs) * hourMs)

export const hoursBetween = (start: Date, end: Date): number =>
  Math.max(0, Math.round((end.getTime() - start.getTime()) / hourMs))

/**
 * The start of the period with this number, counted from the anchor. A month that is too
 * short for the anchor's day ends on its last one, and the next has the day again.
 */
export function periodStart(anchor: Date, number: number): Date {
  const start = new Date(anchor)
  start.setUTCDate(1)
  start.setUTCMonth(anchor.getUTCMonth() + number)
  const lastDay = new Date(
    Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0),
  ).getUTCDate()
  start.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return start
}

/** The period of a time; the first one for times before the anchor. */
export function periodAt(anchor: Date, at: Date): Period {
  const months =
    (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - anchor.getUTCMonth()
  const number = Math.max(0, periodStart(anchor, months) > at ? months - 1 : months)
  return { start: periodStart(anchor, number), end: periodStart(anchor, number + 1) }
}
