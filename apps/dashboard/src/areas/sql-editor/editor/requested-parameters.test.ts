import { describe, expect, test } from 'vitest'

import { requestedBy } from './requested-parameters.ts'

const values = {
  id: { type: 'number' as const, text: '7' },
  name: { type: 'null' as const, text: '' },
  $1: { type: 'text' as const, text: 'first' },
}

async function getBinding(text: string) {
  const parameterized = await requestedBy(text)
  if (parameterized === null || parameterized === 'several') throw new Error('Nothing is asked for')
  return { names: parameterized.names, ...parameterized.withValues(values) }
}

describe('a text with parameters', () => {
  test('is run with numbered parameters, each name once', async () => {
    expect(await getBinding('  select :id, :name, :id::int')).toEqual({
      names: ['id', 'name'],
      text: 'select $1 , $2   , $1 ::int',
      start: 2,
      values: ['7', null],
    })
  })

  test('keeps its own numbers, and all offsets', async () => {
    const text = 'select $1 where x = :id and nme'
    const bound = await getBinding(text)
    expect(bound).toMatchObject({ names: ['$1', 'id'], values: ['first', '7'] })
    expect(bound.text.indexOf('nme')).toBe(text.indexOf('nme'))
  })

  test.each([
    "select ':id'",
    'select 1::int',
    'select $$ :id $$',
    'select a[1:2]',
    'select 1; select 2',
  ])('has no parameters in %s', async (text) => {
    expect(await requestedBy(text)).toBeNull()
  })

  test('is one statement', async () => {
    expect(await requestedBy('select :id; select 1')).toBe('several')
  })
})
