import { type SpendEffect, getSpendLimits, type SpendStep } from '@basalt/catalog'

import { toDollars } from '../rating/money.ts'

type Reported = { name: string; slug: string; spendStep: number }
type Amounts = {
  spentMicros: number
  capMicros: number
  capabilities: readonly string[]
  url: string
}

/** The lost feature of a step, as the end of a sentence. */
const lost: Record<SpendEffect, string> = {
  ai: 'AI features stop',
  previews: 'preview branches stop',
  jobs: 'scheduled jobs stop',
  read_only: 'databases become read-only',
  pause: 'projects are paused',
}

/** The email about the spend limit that an organization has reached. */
export function spendMail(
  { name, slug, spendStep }: Reported,
  { spentMicros, capMicros, capabilities, url }: Amounts,
) {
  const spendLimits = getSpendLimits(capabilities)
  const stopped = spendLimits.filter(({ percent }) => percent <= spendStep).flatMap(said)
  const ahead = spendLimits.filter(({ percent }) => percent > spendStep).flatMap(said)
  return {
    kind: `spend ${spendStep}`,
    subject: `${name}: spending has reached ${spendStep} % of the spend cap`,
    text: [
      `${name} has spent ${toDollars(spentMicros)} in this billing period. The spend cap is ${toDollars(capMicros)}.`,
      ...(stopped.length === 0 ? [] : [`In effect now:\n${stopped.join('\n')}`]),
      ...(ahead.length === 0 ? [] : [`If spending continues:\n${ahead.join('\n')}`]),
      'Nothing is ever deleted. Everything is available again when you raise or switch off the cap, and when the next billing period starts.',
      `Spend cap: ${url}/org/${slug}/billing`,
    ].join('\n\n'),
  }
}

const said = ({ percent, effect }: SpendStep): string[] =>
  effect === null ? [] : [`- at ${percent} %: ${lost[effect]}`]
