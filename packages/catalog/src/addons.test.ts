import { expect, test } from 'vitest'

import { addons, logDrainUse } from './addons.ts'

const addon = (id: (typeof addons)[number]['id']) => addons.find((one) => one.id === id)

test('every addon is listed once, costs whole micro-dollars, and further units never cost more', () => {
  expect(new Set(addons.map(({ id }) => id)).size).toBe(addons.length)
  for (const { monthlyMicros, additionalMonthlyMicros } of addons) {
    expect(
      Number.isSafeInteger(monthlyMicros) && Number.isSafeInteger(additionalMonthlyMicros),
    ).toBe(true)
    expect(additionalMonthlyMicros).toBeLessThanOrEqual(monthlyMicros)
  }
})

test('SPEC.md section 9: "PITR $100/month per 7 days"', () => {
  expect(addon('pitr')).toMatchObject({ monthlyMicros: 100_000_000, unit: '7 days' })
})

test('SPEC.md section 9: "custom domain $10/month"', () => {
  expect(addon('custom_domain')).toMatchObject({
    monthlyMicros: 10_000_000,
    additionalMonthlyMicros: 10_000_000,
  })
})

test('SPEC.md section 9: "phone MFA $75 first project then $10 each"', () => {
  expect(addon('auth_mfa_phone')).toMatchObject({
    monthlyMicros: 75_000_000,
    additionalMonthlyMicros: 10_000_000,
    unit: 'project',
  })
})

test('SPEC.md section 9: "log drain $60/month + $0.20 per million events + $0.09/GB"', () => {
  expect(addon('log_drain')).toMatchObject({ monthlyMicros: 60_000_000 })
  expect(logDrainUse).toEqual({ perMillionEventsMicros: 200_000, perGigabyteMicros: 90_000 })
})
