import { customers } from '@basalt/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'

import { countriesWith } from './countries.ts'
import { taxIdKind, taxIdKindsFor, taxIdProblem } from './tax-ids.ts'

const kinds = taxIdKindsFor('')

describe('kinds of tax ID', () => {
  test.each(kinds.map(({ type, example }) => [type, example]))(
    '%s has an example that is written as it should be, and that the server takes',
    (type, example) => {
      expect(taxIdProblem(type, example)).toBeUndefined()
      expect(taxIdProblem(type, '?')).toBe(`It should look like ${example}`)
      const body = { billing_name: null, address: null, tax_id: { type, value: example } }
      expect(z.safeParse(customers.update.body, body).success).toBe(true)
    },
  )

  test('belong to countries that can be chosen', () => {
    const known = countriesWith('').map(({ code }) => code)
    for (const { countries } of kinds) expect(known).toEqual(expect.arrayContaining([...countries]))
  })

  test('of the country come first; all the others stay', () => {
    expect(taxIdKindsFor('NO')[0]?.type).toBe('no_vat')
    expect(taxIdKindsFor('FR')[0]?.type).toBe('eu_vat')
    expect(taxIdKindsFor('NO')).toHaveLength(kinds.length)
  })

  test.each([
    ['eu_vat', 'de 123 456 789'],
    ['eu_vat', 'NL123456789B01'],
    ['eu_vat', 'ATU12345678'],
    ['gb_vat', 'GB 123 4567 89'],
    ['us_ein', '123456789'],
    ['ch_vat', 'CHE-123.456.789 MWST'],
    ['au_abn', '12345678912'],
    ['ca_bn', '123456789RT0001'],
    ['in_gst', '12ABCDE3456FGZH'],
    ['no_vat', '123 456 789 MVA'],
    ['jp_cn', '1234567891234'],
  ])('%s “%s” may be right, blanks and small letters included', (type, value) => {
    expect(taxIdProblem(type, value)).toBeUndefined()
  })

  test.each([
    ['eu_vat', 'US123456789'],
    ['eu_vat', 'DE12'],
    ['us_ein', '1-23456789'],
    ['no_vat', '123456789'],
    ['gb_vat', 'GB12345678'],
  ])('%s “%s” is written in another way', (type, value) => {
    expect(taxIdProblem(type, value)).toContain('It should look like')
  })

  test('nothing is said of a kind that is not known here, or of no number', () => {
    expect(taxIdKind('xx_tin')).toBeUndefined()
    expect(taxIdProblem('xx_tin', '1')).toBeUndefined()
    expect(taxIdProblem('eu_vat', ' ')).toBeUndefined()
  })
})

describe('countries', () => {
  test('are those of ISO 3166-1, each with a name, by name', () => {
    const all = countriesWith('')
    expect(all).toHaveLength(249)
    expect(all[0]).toEqual({ code: 'AF', name: 'Afghanistan' })
    expect(all.filter(({ code, name }) => code === name)).toEqual([])
    const names = all.map(({ name }) => name)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
  })

  test('one that is not among them can still be shown', () => {
    expect(countriesWith('XK').some(({ code }) => code === 'XK')).toBe(true)
    expect(countriesWith('Narnia').some(({ name }) => name === 'Narnia')).toBe(true)
  })
})
