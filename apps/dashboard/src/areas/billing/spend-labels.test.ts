import { spendEffects, spendLimits } from '@basalt/catalog'
import { expect, test } from 'vitest'

import { getPartner, partnerReason } from './partner.ts'
import { stepTime, stepLabels } from './spend-labels.ts'

const step = { percent: 100, effect: null, at_micros: 0, is_reached: false, expected_at: null }

test('every spend limit describes its own effect', () => {
  const titles = spendEffects.map((effect) => stepLabels({ effect }).title)
  expect(new Set(titles).size).toBe(spendEffects.length)
  expect(stepLabels({ effect: null }).note).toBe('All features keep working.')
  expect(spendLimits.map((one) => stepLabels(one).title)).toHaveLength(7)
})

test('no spend limit deletes anything', () => {
  for (const effect of spendEffects) {
    const { title, note } = stepLabels({ effect })
    expect(`${title} ${note}`).not.toMatch(/delete|remove|lost|drop/iu)
  }
})

test('a step is reached, expected on a day, or not in this period', () => {
  expect(stepTime({ ...step, is_reached: true })).toBe('Reached')
  expect(stepTime({ ...step, expected_at: '2026-11-28T23:30:00Z' })).toBe('Around 28 Nov 2026')
  expect(stepTime(step)).toBe('Not in this period')
})

test('an organization billed here has no partner, and no restriction', () => {
  expect(getPartner({ managed_by: 'basalt' })).toBeUndefined()
  expect(partnerReason(undefined)).toBeUndefined()
  expect(partnerReason(getPartner({ managed_by: 'vercel-marketplace' }))).toBe(
    'Billed through Vercel Marketplace. Change it there.',
  )
})
