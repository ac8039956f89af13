import fc from 'fast-check'
import jsonLogic from 'json-logic-js'
import { describe, expect, test } from 'vitest'

import { evaluate } from './condition.ts'

const data = { resource_name: 'projects', mine: true, count: 3, owner: { id: 'u1' }, tags: ['a'] }

describe('a condition', () => {
  test.each([
    [{ '===': [{ var: 'resource_name' }, 'projects'] }, true],
    [{ '==': [{ var: 'count' }, '3'] }, true],
    [{ '===': [{ var: 'owner.id' }, 'u1'] }, true],
    [{ var: ['nothing', 'otherwise'] }, 'otherwise'],
    [{ in: ['a', { var: 'tags' }] }, true],
    [{ in: ['ject', { var: 'resource_name' }] }, true],
    [{ in: ['a', null] }, false],
    [{ '<': [1, { var: 'count' }, 5] }, true],
    [{ if: [{ var: 'mine' }, 'mine', 'other'] }, 'mine'],
    [{ '!': { var: 'tags' } }, false],
    [{ and: [true, { '!!': [[]] }] }, false],
  ])('%j gives %j', (rule, expected) => {
    expect(evaluate(rule, data)).toEqual(expected)
  })

  test.each([[{ log: 'x' }], [{ method: ['a', 'constructor'] }], [{ constructor: [] }]])(
    'with the unknown operator %j is refused',
    (rule) => {
      expect(() => evaluate(rule, data)).toThrow('Conditions have no operator')
    },
  )

  test.each(['constructor', '__proto__', 'owner.constructor.name', 'tags.length.constructor'])(
    'reads own properties of the data only: %s',
    (path) => {
      expect(evaluate({ var: path }, data)).toBeNull()
    },
  )
})

const literal = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1, 3, '', '3', 'a', 'projects'),
  fc.constantFrom([], ['a']),
)
const name = fc.constantFrom('resource_name', 'mine', 'count', 'owner.id', 'missing', 'tags')

/** Any rule of the operators there are, nested a few levels. */
const { rule } = fc.letrec<{ rule: unknown }>((tie) => {
  const operands = (length: number) =>
    fc.array(tie('rule'), { minLength: length, maxLength: length })
  const operator = (names: string[], length: number) =>
    fc.tuple(fc.constantFrom(...names), operands(length)).map(([key, given]) => ({ [key]: given }))
  return {
    rule: fc.oneof(
      { maxDepth: 4 },
      literal,
      name.map((path) => ({ var: path })),
      operator(['==', '!=', '===', '!==', '<', '<=', '>', '>=', 'in', 'and', 'or'], 2),
      operator(['!', '!!'], 1),
      operator(['and', 'or', 'if', '<', '<='], 3),
      operator(['if'], 5),
    ),
  }
})

test('every condition evaluates as JSON Logic defines it', () => {
  fc.assert(
    fc.property(rule, (condition) => {
      expect(evaluate(condition, data)).toEqual(jsonLogic.apply(condition as never, data))
    }),
    { numRuns: 3000 },
  )
})
