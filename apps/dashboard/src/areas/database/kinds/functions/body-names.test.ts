import type { FunctionDesign } from '@basalt/pg-model'
import { expect, test } from 'vitest'

import { readBody } from './body-names.ts'

const argument = { mode: 'in', name: 'customer', type: 'bigint', default: null } as const

const design = {
  language: 'plpgsql',
  returns: 'integer',
  arguments: [argument, { ...argument, name: '' }, { ...argument, mode: 'out', name: 'total' }],
} as unknown as FunctionDesign

const namesIn = (part: Partial<FunctionDesign>) =>
  readBody({ ...design, ...part })?.arguments.map(({ name }) => name)

test('a body knows the named arguments that its language can read', () => {
  expect(namesIn({})).toEqual(['customer', 'total', 'found'])
  expect(namesIn({ language: 'sql' })).toEqual(['customer'])
  expect(readBody({ ...design, language: 'c' })).toBeUndefined()
})

test('the function of a trigger has the rows and the operation', () => {
  expect(namesIn({ returns: 'trigger', arguments: [] })).toEqual(
    expect.arrayContaining(['new', 'old', 'tg_op']),
  )
  expect(namesIn({ returns: 'event_trigger' })).toContain('tg_tag')
})
