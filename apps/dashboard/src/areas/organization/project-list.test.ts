import { instanceStatuses } from '@basalt/catalog'
import type { Project } from '@basalt/contract/project/project-reading'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { shop } from '../../testing/answers.ts'
import { listRows, parseSort } from '../../ui/data-table/table-model.ts'
import { columns } from './project-columns.tsx'
import { listProjects } from './project-list.ts'

/** In links of earlier versions, too. */
const projectSorts = ['name', 'newest', 'status'] as const

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
const sorts = fc.constantFrom(...projectSorts)
const show = (all: Project[], { search = '', sort }: { search?: string; sort?: string }) =>
  listRows(listProjects(all, 'acme'), columns, { search, sort: parseSort(sort, columns) })

test('sorting neither loses nor duplicates a project', () => {
  fc.assert(
    fc.property(projects, sorts, (parts, sort) => {
      const all = full(parts)
      const own = all.filter(
        (one) => one.organization_slug === 'acme' && one.parent_project_ref === null,
      )
      expect(refs(show(all, { sort })).toSorted()).toEqual(refs(own).toSorted())
    }),
  )
})

test('a search leaves out projects and never changes the order', () => {
  fc.assert(
    fc.property(projects, sorts, fc.string({ maxLength: 3 }), (parts, sort, search) => {
      const all = full(parts)
      const found = refs(show(all, { sort, search }))
      expect(found).toEqual(refs(show(all, { sort })).filter((ref) => found.includes(ref)))
    }),
  )
})

test('every project is found by its own ref and by its own name, in any case', () => {
  fc.assert(
    fc.property(projects, (parts) => {
      const all = full(parts)
      for (const { ref, name } of listProjects(all, 'acme')) {
        expect(refs(show(all, { search: ` ${ref.toUpperCase()} ` }))).toContain(ref)
        expect(refs(show(all, { search: name }))).toContain(ref)
      }
    }),
  )
})

test('newest first has no older project above', () => {
  fc.assert(
    fc.property(projects, (parts) => {
      const times = show(full(parts), { sort: 'newest' }).map(({ inserted_at }) => inserted_at)
      expect(times).toEqual(times.toSorted().toReversed())
    }),
  )
})

test('every sort of an earlier link is still one', () => {
  for (const sort of projectSorts) expect(parseSort(sort, columns)).toBeDefined()
})

test('the list that was handed over is left as it was', () => {
  const all = full([
    { ref: 'b', name: 'B' },
    { ref: 'a', name: 'A' },
  ])
  expect(refs(listProjects(all, 'acme'))).toEqual(['a', 'b'])
  expect(refs(all)).toEqual(['b', 'a'])
})
