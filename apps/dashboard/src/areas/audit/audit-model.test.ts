import type { AuditEntry } from '@basalt/contract/organization/audit'
import { expect, test } from 'vitest'

import { actionLabels, retentionText, targetText } from './action-labels.ts'
import { auditQuery, getDay } from './audit-filter.ts'
import { listChanges } from './changes.ts'

const filter = {
  date_start: undefined,
  date_end: undefined,
  actor: undefined,
  action: undefined,
  project: undefined,
  outcome: undefined,
}

test('a range of days includes both, in the user’s zone', () => {
  const requested = auditQuery({ ...filter, date_start: '2026-01-31', date_end: '2026-02-28' })
  expect(requested).toEqual({
    date_start: new Date(2026, 0, 31).toISOString(),
    date_end: new Date(2026, 2, 1).toISOString(),
  })
})

test('a timestamp is used unchanged, and an invalid date is left out', () => {
  const at = '2026-01-31T10:00:00.000Z'
  expect(auditQuery({ ...filter, date_start: at, date_end: 'soon' })).toEqual({ date_start: at })
  expect(getDay('2026-01-31')).toBe('2026-01-31')
  expect(getDay('soon')).toBe('')
  expect(getDay(undefined)).toBe('')
})

test('differences come first, and one-sided values are shown on their side', () => {
  expect(
    listChanges({ name: 'Shop', plan: 'free', old: 1 }, { plan: 'free', name: 'Store' }),
  ).toEqual([
    { name: 'name', before: 'Shop', after: 'Store', isSame: false },
    { name: 'old', before: '1', after: undefined, isSame: false },
    { name: 'plan', before: 'free', after: 'free', isSame: true },
  ])
  expect(listChanges(null, null)).toEqual([])
})

test('an action without a description is shown by its name', () => {
  expect(actionLabels('project.renamed')).toBe('Renamed a project')
  expect(actionLabels('webhook.secret_rotated')).toBe('Webhook secret rotated')
})

test.each([
  [1, '1 hour'],
  [168, '7 days'],
  [672, '28 days'],
])('SPEC.md section 9, “audit trail”: %i hours are shown as %s', (hours, text) => {
  expect(retentionText(hours)).toContain(`for ${text};`)
})

test('a refused action names the missing right', () => {
  const refused = (id: string) =>
    targetText({ action: 'access.refused', target: { kind: 'permission', id } } as AuditEntry)
  expect(refused('infra:Execute queue_jobs.projects.pause')).toBe(
    'Project, Project Management, Pause',
  )
  expect(refused('write:Update projects.database_password')).toBe(
    'Database Configuration, Reset Password',
  )
})
