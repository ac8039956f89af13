import type { Restriction, RestrictionStatus } from './restriction.ts'

type Reported = {
  subscription: { name: string; slug: string }
  /** Names of the quotas that are used up. */
  exceeded: readonly string[]
  url: string
}

type Mail = { kind: string; graceEnd: Date; subject: string; text: string }

/**
 * The email about a state; null without a restriction. The kind names the state and its grace
 * period, so that another one in the same billing period is reported too.
 */
export function restrictionMail(
  { status, graceEnd }: Restriction,
  { subscription, exceeded, url }: Reported,
): Mail | null {
  if (status === null || graceEnd === null) return null
  const { title, message } = said[status](graceEnd)
  const { name, slug } = subscription
  return {
    graceEnd,
    kind: `${status} ${graceEnd.toISOString()}`,
    subject: `${name}: ${title}`,
    text: [
      message,
      `Used up: ${exceeded.join(', ')}.`,
      'Upgrade the plan, or reduce usage: delete data or projects that you no longer need. Nothing is deleted automatically, and you can export your data at any time.',
      `Plan and usage: ${url}/org/${slug}/billing`,
    ].join('\n\n'),
  }
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `DD MMM, YYYY`, without `Intl`: a job calls it every minute, and `Intl` uses megabytes. */
const day = (at: Date) =>
  `${String(at.getUTCDate()).padStart(2, '0')} ${months[at.getUTCMonth()]}, ${at.getUTCFullYear()}`

/** SPEC.md section 8. */
const said: Record<RestrictionStatus, (graceEnd: Date) => { title: string; message: string }> = {
  grace_period: (graceEnd) => ({
    title: 'Organization plan has exceeded its quota',
    message: `You are given a grace period until ${day(graceEnd)}`,
  }),
  grace_period_over: () => ({
    title: 'Grace period is over',
    message: 'Your Projects will not be able to serve requests when you used up your quota.',
  }),
  restricted: () => ({
    title: 'Services Restricted',
    message:
      'Your Projects are unable to serve any requests as your Organization plan has used up its quota.',
  }),
}
