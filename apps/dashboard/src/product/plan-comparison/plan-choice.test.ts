import { organizationPlans, planTiers } from '@basalt/catalog'
import { expect, test } from 'vitest'

import { choiceLabel } from './plan-choice.ts'

const labels = (current: (typeof organizationPlans)[number] | undefined) =>
  planTiers.map((tier) => choiceLabel(tier, current))

test('a visitor reads the purpose of a plan', () => {
  expect(labels(undefined)).toEqual(planTiers.map(({ cta }) => cta))
})

test('an organization reads whether a plan is higher or lower than its own', () => {
  expect(labels('free')).toEqual([
    'Current plan',
    'Upgrade to Pro',
    'Upgrade to Team',
    'Contact us',
  ])
  expect(labels('team')).toEqual(['Change to Free', 'Change to Pro', 'Current plan', 'Contact us'])
})

test('the current plan is never offered, contracts included', () => {
  for (const plan of organizationPlans) {
    expect(labels(plan).filter((label) => label === 'Current plan')).toHaveLength(1)
  }
})
