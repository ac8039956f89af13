import { expect, test } from 'vitest'

import { affectedServices, supportCategories, supportSeverities } from './support.ts'

test('SPEC.md section 3, Support categories: "Problem, Dashboard_bug, Database_unresponsive, Performance, Sales, Billing, Refund, Abuse, Login_issues, Account_deletion"', () => {
  expect(supportCategories.map(({ id }) => id).join(', ')).toBe(
    'Problem, Dashboard_bug, Database_unresponsive, Performance, Sales, Billing, Refund, Abuse, Login_issues, Account_deletion',
  )
})

test.each([
  ['categories', supportCategories],
  ['severities', supportSeverities],
])('%s have unique ids, labels and descriptions', (_, entries) => {
  for (const field of ['id', 'label', 'description'] as const) {
    const texts = entries.map((entry) => entry[field])
    expect(new Set(texts).size).toBe(texts.length)
    expect(texts.filter((text) => text.trim() === '')).toEqual([])
  }
})

test('categories differ by more than case, because links may write them in lower case', () => {
  const small = supportCategories.map(({ id }) => id.toLowerCase())
  expect(new Set(small).size).toBe(supportCategories.length)
  expect(small).toContain('dashboard_bug')
})

test('severities range from guidance to a production system that is down', () => {
  expect(supportSeverities.map(({ id, description }) => `${id}: ${description}`)).toEqual([
    'Low: General guidance',
    'Normal: System impaired',
    'High: Production system impaired',
    'Urgent: Production system down',
  ])
})

test('the last affected service covers everything without a name of its own', () => {
  expect(affectedServices.at(-1)).toBe('Others')
  expect(new Set(affectedServices).size).toBe(affectedServices.length)
})
