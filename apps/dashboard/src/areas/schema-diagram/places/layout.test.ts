import type { SchemaDiagram } from '@basalt/contract/database/schema-diagram'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { placeTables } from './layout.ts'
import { nodeHeight, nodeWidth } from './node-size.ts'

const column = { name: 'c', data_type: 'int', is_nullable: true, is_key: false, is_unique: false }

const diagrams = fc
  .record({
    sizes: fc.oneof(
      fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 25 }),
      // So many are layered by another algorithm.
      fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 150, maxLength: 170 }),
    ),
    links: fc.oneof(
      fc.array(fc.tuple(fc.nat(24), fc.nat(24)), { maxLength: 30 }),
      fc.array(fc.tuple(fc.nat(169), fc.nat(169)), { minLength: 150, maxLength: 300 }),
    ),
  })
  .map(({ sizes, links }): SchemaDiagram => ({
    tables: sizes.map((size, id) => ({
      id,
      schema: 'public',
      name: `t${id}`,
      comment: null,
      rls: 'off',
      columns: Array.from({ length: size }, () => column),
    })),
    edges: links
      .filter(([from, to]) => from < sizes.length && to < sizes.length)
      .map(([from, to], at) => ({ name: `k${at}`, from, to, pairs: [] })),
  }))

test('every table has a place, and no two overlap', () => {
  fc.assert(
    fc.property(diagrams, (diagram) => {
      const places = placeTables(diagram)
      const boxes = diagram.tables.map(({ id, columns }) => {
        const { x, y } = places.get(id) ?? { x: Number.NaN, y: Number.NaN }
        return { x, y, right: x + nodeWidth, bottom: y + nodeHeight(columns.length) }
      })
      const overlaps = boxes.flatMap((one, at) =>
        boxes
          .slice(at + 1)
          .filter(
            (other) =>
              !(
                one.right <= other.x ||
                other.right <= one.x ||
                one.bottom <= other.y ||
                other.bottom <= one.y
              ),
          ),
      )
      // A table without a place overlaps all others.
      expect(overlaps).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test('a schema of 1,000 tables in a long chain and a star is laid out at once, wider than high', () => {
  const tables = Array.from({ length: 1000 }, (_, id) => ({
    id,
    schema: 'public',
    name: `t${id}`,
    comment: null,
    rls: 'off' as const,
    columns: [column],
  }))
  const edges = tables
    .slice(1)
    .map(({ id }) => ({ name: `k${id}`, from: id, to: id < 100 ? id - 1 : 0, pairs: [] }))
  const places = [...placeTables({ tables, edges }).values()]
  const most = (pick: (place: { x: number; y: number }) => number) => Math.max(...places.map(pick))
  expect(most(({ x }) => x)).toBeGreaterThan(most(({ y }) => y))
  expect(most(({ y }) => y)).toBeGreaterThan(1000)
})
