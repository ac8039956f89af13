import type { AdvisorCategory, AdvisorRuleEntry } from '@basalt/catalog/advisor-rule'
import { advisorRules, findAdvisorRule } from '@basalt/catalog/advisor-rules'
import type { AdvisorFinding, AdvisorReport } from '@basalt/contract/advisors/advisors'
import { delimitedLine } from '@basalt/delimited'

import { paths } from '../../lib/paths.ts'
import { search } from '../../lib/routes/path.ts'
import { getObjectHref } from '../../product/object-href.ts'

/** A finding with the rule of the catalogue that raised it. */
export type ShownFinding = AdvisorFinding & { entry: AdvisorRuleEntry }

export type ShownUnchecked = { entry: AdvisorRuleEntry; message: string }

/** The findings of a category; those of rules that this version does not know are left out. */
export const listFindings = (report: AdvisorReport, category: AdvisorCategory): ShownFinding[] =>
  report.findings.flatMap((finding) => {
    const entry = findAdvisorRule(finding.rule)
    return entry?.category === category ? [{ ...finding, entry }] : []
  })

export const listUnchecked = (report: AdvisorReport, category: AdvisorCategory): ShownUnchecked[] =>
  report.unchecked.flatMap(({ rule, message }) => {
    const entry = findAdvisorRule(rule)
    return entry?.category === category ? [{ entry, message }] : []
  })

export const listRules = (category: AdvisorCategory): AdvisorRuleEntry[] =>
  advisorRules.filter((rule) => rule.category === category)

/** The page whose action fixes a finding, at the object where it has a page of its own. */
export function getFixHref(ref: string, finding: ShownFinding): string {
  const { entry, kind, metadata, schema, name } = finding
  const ids = { policy: metadata['policy_id'], function: metadata['function_id'] }
  const id = kind === 'policy' ? ids.policy : ids.function
  if (typeof id === 'number') {
    return getObjectHref(ref, { type: kind, id }) ?? entry.page.replace('{ref}', ref)
  }
  const tableId = metadata['table_id']
  if (entry.page.endsWith('/editor') && typeof tableId === 'number')
    return paths.table(ref, tableId)
  if (kind === 'extension') return paths.extensions(ref, name)
  const page = entry.page.replace('{ref}', ref)
  return schema === null ? page : `${page}${search({ schema, search: name })}`
}

const header = [
  'rule',
  'title',
  'level',
  'schema',
  'name',
  'kind',
  'detail',
  'first seen',
  'ignored',
]

/** Findings as a CSV file. */
export const toCsv = (findings: readonly ShownFinding[]): string =>
  [
    header,
    ...findings.map((one) => [
      one.rule,
      one.entry.title,
      one.level,
      one.schema,
      one.name,
      one.kind,
      one.detail,
      one.first_seen_at,
      one.ignored_by === null ? 'no' : 'yes',
    ]),
  ]
    .map((values) => delimitedLine(values))
    .join('')
