import { describe, expect, test } from 'vitest'

import { countriesWith } from './countries.ts'

describe('countries', () => {
  test('are those of ISO 3166-1, each with a name, sorted by name', () => {
    const all = countriesWith('')
    expect(all).toHaveLength(249)
    expect(all[0]).toEqual({ code: 'AF', name: 'Afghanistan' })
    expect(all.filter(({ code, name }) => code === name)).toEqual([])
    const names = all.map(({ name }) => name)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
  })

  test('an unknown one can still be shown', () => {
    expect(countriesWith('XK').some(({ code }) => code === 'XK')).toBe(true)
    expect(countriesWith('Narnia').some(({ name }) => name === 'Narnia')).toBe(true)
  })
})
