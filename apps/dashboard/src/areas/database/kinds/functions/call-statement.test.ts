import type { FunctionDesign } from '@basalt/pg-model'
import { expect, test } from 'vitest'

import { callStatement, startValues } from './call-statement.ts'

const argument = { mode: 'in', name: '', type: 'integer', default: null } as const

const design = {
  kind: 'function',
  schema: 'Odd',
  name: 'find',
  arguments: [
    argument,
    { ...argument, name: 'since', type: 'date', default: 'now()' },
    { ...argument, name: 'Only paid', type: 'boolean' },
    { ...argument, mode: 'variadic', name: 'tags', type: 'text[]' },
    { ...argument, mode: 'table', name: 'id' },
  ],
} as unknown as FunctionDesign

test('a call passes values by name, leaves defaults out, and reads NULL and texts by type', () => {
  const values = startValues(design)
  expect(values.map(({ choice }) => choice)).toEqual(['value', 'default', 'value', 'value'])
  const chosen = values
    .with(0, { choice: 'value', text: '7' })
    .with(3, { choice: 'null', text: '' })
  expect(callStatement(design, chosen)).toEqual({
    query:
      'select * from "Odd".find($1::integer, "Only paid" => $2::boolean, variadic tags => $3::text[])',
    values: ['7', 'true', null],
  })
})

test('a procedure is called with a place for each output', () => {
  const procedure: FunctionDesign = {
    ...design,
    kind: 'procedure',
    arguments: [
      { ...argument, name: 'order_id' },
      { ...argument, mode: 'out', name: 'total' },
    ],
  }
  expect(callStatement(procedure, [{ choice: 'value', text: '1' }])).toEqual({
    query: 'call "Odd".find(order_id => $1::integer, total => null)',
    values: ['1'],
  })
})
