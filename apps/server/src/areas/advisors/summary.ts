import type { AdvisorLevel } from '@basalt/catalog/advisor-rule'
import { advisorRules } from '@basalt/catalog/advisor-rules'
import type { AdvisorSummary } from '@basalt/contract/advisors/advisors'

type Counted = {
  findings: readonly { rule: string; level: AdvisorLevel; ignored_by: string | null }[]
  unchecked: readonly { rule: string }[]
  truncated: Readonly<Record<string, number>>
  checkedAt: Date | null
}

const weights: Readonly<Record<AdvisorLevel, number>> = { error: 10, warning: 3, info: 1 }

/** Counts and score of a project; what somebody ignores does not count. */
export function summarize({ findings, unchecked, truncated, checkedAt }: Counted): AdvisorSummary {
  const counts = { error: 0, warning: 0, info: 0 }
  const raised = new Map<string, AdvisorLevel>()
  for (const { rule, level, ignored_by: ignoredBy } of findings) {
    if (ignoredBy !== null) continue
    counts[level] += 1
    const before = raised.get(rule)
    if (before === undefined || weights[level] > weights[before]) raised.set(rule, level)
  }
  for (const [rule, total] of Object.entries(truncated)) {
    const level = raised.get(rule)
    const listed = findings.filter((one) => one.rule === rule).length
    if (level !== undefined) counts[level] += Math.max(0, total - listed)
  }
  const skipped = new Set(unchecked.map(({ rule }) => rule))
  const checked = advisorRules.filter(({ name }) => !skipped.has(name))
  let reached = 0
  let possible = 0
  for (const { name, level } of checked) {
    const found = raised.get(name)
    possible += weights[level]
    reached += weights[level] - Math.min(weights[level], found === undefined ? 0 : weights[found])
  }
  return {
    checked_at: checkedAt?.toISOString() ?? null,
    counts,
    unchecked_rules: skipped.size,
    score: checkedAt === null || possible === 0 ? null : Math.round((100 * reached) / possible),
  }
}
