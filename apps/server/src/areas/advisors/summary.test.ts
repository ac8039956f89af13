import { advisorRules } from '@basalt/catalog/advisor-rules'
import { advisorRules as databaseRules } from '@basalt/pg-catalog'
import { expect, test } from 'vitest'

import { summarize } from './summary.ts'

const nothing = { findings: [], unchecked: [], truncated: {}, checkedAt: new Date(0) }

test('each rule of the catalogue has SQL, or belongs to a service', () => {
  const withSql = databaseRules.map(({ rule }) => rule)
  const withoutService = advisorRules.filter((rule) => !('service' in rule))
  expect(withSql.toSorted()).toEqual(withoutService.map(({ name }) => name).toSorted())
})

test('a project without findings has the full score, one that was never checked has none', () => {
  expect(summarize(nothing).score).toBe(100)
  expect(summarize({ ...nothing, checkedAt: null }).score).toBeNull()
  const unchecked = advisorRules.map(({ name }) => ({ rule: name }))
  expect(summarize({ ...nothing, unchecked }).score).toBeNull()
})

test('an error costs more than a warning, and an ignored finding costs nothing', () => {
  const finding = { rule: 'security_definer_view', level: 'error', ignored_by: null } as const
  const scoreWith = (...findings: Parameters<typeof summarize>[0]['findings'][number][]) =>
    summarize({ ...nothing, findings }).score ?? 0
  const warning = { rule: 'duplicate_index', level: 'warning', ignored_by: null } as const
  expect(scoreWith(finding)).toBeLessThan(scoreWith(warning))
  expect(scoreWith(warning)).toBeLessThan(100)
  expect(scoreWith({ ...finding, ignored_by: 'somebody' })).toBe(100)
})

test('findings beyond the listed ones count too', () => {
  const findings = [{ rule: 'unused_index', level: 'info', ignored_by: null } as const]
  const truncated = { unused_index: 500 }
  expect(summarize({ ...nothing, findings, truncated }).counts.info).toBe(500)
})
