import { describe, expect, test } from 'vitest'

import {
  boundText,
  getFault,
  storedText,
  type ParameterType,
  valuesFor,
} from './parameter-values.ts'

describe('values of parameters', () => {
  test('are the stored ones, and empty texts for new names', () => {
    const stored = JSON.stringify({
      id: { type: 'number', text: '7' },
      removed: { type: 'text', text: 'x' },
    })
    expect(valuesFor(['id', 'name'], stored)).toEqual({
      id: { type: 'number', text: '7' },
      name: { type: 'text', text: '' },
    })
  })

  test('are restored from storage, and from a link', () => {
    const values = { $1: { type: 'number' as const, text: '7' } }
    expect(valuesFor(['$1'], storedText(values))).toEqual(values)
    expect(valuesFor(['$1'], '{"1":{"type":"text","text":"Oslo"}}')).toEqual({
      $1: { type: 'text', text: 'Oslo' },
    })
  })

  test.each(['no json', '[]', 'null', '{"id":5}', '{"id":{"type":"odd","text":1}}', undefined])(
    'are reset when %s was stored',
    (stored) => {
      expect(valuesFor(['id'], stored)).toEqual({ id: { type: 'text', text: '' } })
    },
  )

  test('are sent to PostgreSQL as text, and null as null', () => {
    expect(boundText({ type: 'number', text: '9007199254740993' })).toBe('9007199254740993')
    expect(boundText({ type: 'text', text: '' })).toBe('')
    expect(boundText({ type: 'null', text: 'left over' })).toBeNull()
  })

  test.each([
    ['number', '9007199254740993'],
    ['number', '-1.5e10'],
    ['date', '2024-02-29'],
    ['json', '{"a": [1]}'],
    ['text', ''],
    ['boolean', 'true'],
  ] as [ParameterType, string][])('of type %s accept %j', (type, text) => {
    expect(getFault({ type, text })).toBeUndefined()
  })

  test.each([
    ['number', 'seven'],
    ['number', ''],
    ['date', 'tomorrow'],
    ['json', '{a: 1}'],
  ] as [ParameterType, string][])('of type %s refuse %j', (type, text) => {
    expect(getFault({ type, text })).toMatch(/^Enter/u)
  })
})
