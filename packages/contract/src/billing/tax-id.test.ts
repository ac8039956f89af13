import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'

import { customers } from './customer.ts'
import { taxIdType } from './tax-id.ts'

const address = (country: string) => ({
  line1: 'Street 1',
  line2: null,
  city: null,
  postal_code: null,
  state: null,
  country,
})

const problems = (country: string | null, value: string) =>
  z
    .safeParse(customers.update.body, {
      billing_name: null,
      address: country === null ? null : address(country),
      tax_id: { value },
    })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

describe('a tax ID', () => {
  test.each([
    ['DE', 'de 123 456 789'],
    ['NL', 'NL123456789B01'],
    ['AT', 'ATU12345678'],
    ['GR', 'EL123456789'],
    ['FR', 'DE123456789'],
    ['CH', 'CHE-123.456.788 MWST'],
    ['BR', '01.234.456/5432-10'],
    ['MX', 'ÑBC010203AB9'],
    ['US', '12-3456789'],
  ])('of %s accepts %s', (country, value) => {
    expect(problems(country, value)).toEqual([])
  })

  const vat = 'Enter a VAT number with its country code, such as DE123456789'
  test.each([
    ['DE', '123456789', vat],
    ['DE', 'US123456789', vat],
    ['IE', 'IE12', vat],
    ['CH', 'x', 'Enter the tax ID'],
    ['CH', '1'.repeat(41), 'Use at most 40 characters'],
    ['CH', '<script>', 'Use letters, digits, spaces and . - / & + *'],
  ])('of %s refuses %s', (country, value, message) => {
    expect(problems(country, value)).toEqual([['tax_id.value', message]])
  })

  test('needs a country', () => {
    expect(problems(null, 'DE123456789')).toEqual([
      ['address.country', 'Choose the country of the tax ID'],
    ])
  })

  test('is an EU VAT number in the European Union, and of no known type in other countries', () => {
    expect(['DE', 'GR', 'GB', null].map(taxIdType)).toEqual(['eu_vat', 'eu_vat', null, null])
  })
})
