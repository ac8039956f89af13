import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { inOrder, type Piece } from './order.ts'

const piece = (key: string, needs: string[], loose: string[] | null = null): Piece => ({
  key,
  rank: key,
  needs: new Set(needs),
  looseNeeds: loose === null ? null : new Set(loose),
})

describe('statements of a definition', () => {
  test('come by rank, each after its dependencies', () => {
    expect(inOrder([piece('c', []), piece('a', ['b']), piece('b', [])])).toEqual({
      keys: ['b', 'a', 'c'],
      loose: new Set(),
    })
  })

  test('in a cycle start with one whose defaults can be added later', () => {
    const pieces = [piece('a', ['b']), piece('b', ['a'], []), piece('d', ['a'])]
    expect(inOrder(pieces)).toEqual({ keys: ['b', 'a', 'd'], loose: new Set(['b']) })
  })

  test('in a cycle that cannot be broken are all included', () => {
    expect(
      inOrder([piece('a', ['b']), piece('b', ['a']), piece('c', ['c', 'missing'])]).keys,
    ).toEqual(['c', 'a', 'b'])
  })

  test('come once each, after all their dependencies as far as possible', () => {
    const graph = fc.array(fc.array(fc.nat(30), { maxLength: 4 }), { maxLength: 30 })
    fc.assert(
      fc.property(graph, (edges) => {
        // Only to smaller numbers: there are no cycles.
        const pieces = edges.map((to, at) =>
          piece(`${at}`, to.filter((one) => one < at).map(String)),
        )
        const { keys, loose } = inOrder(pieces)
        expect(keys.toSorted()).toEqual(pieces.map(({ key }) => key).toSorted())
        expect(loose.size).toBe(0)
        const positions = new Map(keys.map((key, position) => [key, position]))
        const early = pieces.filter(({ key, needs }) =>
          [...needs].some((need) => (positions.get(need) ?? 0) > (positions.get(key) ?? 0)),
        )
        expect(early).toEqual([])
      }),
    )
  })
})
