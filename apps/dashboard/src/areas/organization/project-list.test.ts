import { instanceStatuses } from '@basalt/catalog'
import type { Project } from '@basalt/contract/project/project-reading'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { shop } from '../../testing/answers.ts'
import { listProjects, projectSorts } from './project-list.ts'

const projects = fc.uniqueArray(
  fc.record({
    ref: fc.stringMatching(/^[a-z]{3,8}$/u),
    name: fc.string({ maxLength: 12 }),
    organization_slug: fc.constantFrom('acme', 'other'),
    parent_project_ref: fc.constantFrom(null, 'parent'),
    status: fc.constantFrom(...instanceStatuses),
    inserted_at: fc.integer({ min: 0, max: 4e12 }).map((ms) => new Date(ms).toISOString()),
  }),
  { selector: ({ ref }) => ref, maxLength: 12 },
)
const full = (parts: Partial<Project>[]): Project[] => parts.map((part) => ({ ...shop, ...part }))
const refs = (list: readonly Project[]) => list.map(({ ref }) => ref)
const sort = fc.constantFrom(...projectSorts)

test('sorting neither loses nor duplicates a project', () => {
  fc.assert(
    fc.property(projects, sort, (parts, order) => {
      const all = full(parts)
      const listed = refs(listProjects(all, 'acme', { sort: order }))
      const own = all.filter(
        (one) => one.organization_slug === 'acme' && one.parent_project_ref === null,
      )
      expect(listed.toSorted()).toEqual(refs(own).toSorted())
    }),
  )
})

test('a search only filters and never changes the order', () => {
  fc.assert(
    fc.property(projects, sort, fc.string({ maxLength: 3 }), (parts, order, search) => {
      const all = full(parts)
      const everything = refs(listProjects(all, 'acme', { sort: order }))
      const found = refs(listProjects(all, 'acme', { sort: order, search }))
      expect(found).toEqual(everything.filter((ref) => found.includes(ref)))
    }),
  )
})

test('every project is found by its own ref and by its own name, in any case', () => {
  fc.assert(
    fc.property(projects, (parts) => {
      const all = full(parts)
      for (const { ref, name } of listProjects(all, 'acme', {})) {
        expect(refs(listProjects(all, 'acme', { search: ` ${ref.toUpperCase()} ` }))).toContain(ref)
        expect(refs(listProjects(all, 'acme', { search: name }))).toContain(ref)
      }
    }),
  )
})

test('newest first has no older project above', () => {
  fc.assert(
    fc.property(projects, (parts) => {
      const times = listProjects(full(parts), 'acme', { sort: 'newest' }).map(
        ({ inserted_at }) => inserted_at,
      )
      expect(times).toEqual(times.toSorted().toReversed())
    }),
  )
})

test('the original list is not changed', () => {
  const all = full([
    { ref: 'b', name: 'B' },
    { ref: 'a', name: 'A' },
  ])
  expect(refs(listProjects(all, 'acme', { sort: 'name' }))).toEqual(['a', 'b'])
  expect(refs(all)).toEqual(['b', 'a'])
})
