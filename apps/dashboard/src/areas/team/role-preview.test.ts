import { isProjectRight, isRightOffered, type Role, rights, roles } from '@basalt/access'
import { serviceIds } from '@basalt/catalog'
import { describe, expect, test } from 'vitest'

import { getCount, previewChange } from './role-preview.ts'

const full = (role: Role) => ({ role, project_roles: [] })
const inProject = (
  project_ref: string,
  role: Role | null,
  custom_role_id: string | null = null,
) => ({
  role: null,
  project_roles: [{ project_ref, role, custom_role_id }],
})
const names = {
  projects: [
    { ref: 'shop', name: 'Shop' },
    { ref: 'blog', name: 'Blog' },
  ],
  services: ['billing', ...serviceIds],
  customRoles: [{ id: 'c1', rights: ['project.project-management.restart'] }],
}
const offered = rights.filter((right) => isRightOffered(right, names.services))
const preview = (
  before: Parameters<typeof previewChange>[0],
  after: Parameters<typeof previewChange>[1],
) => previewChange(before, after, names)

describe('the rights gained and lost by a role change', () => {
  test('are none without a change', () => {
    for (const role of roles) expect(preview(full(role), full(role))).toEqual([])
  })

  test('are exactly those of the rights table, and reversed in the other direction', () => {
    for (const one of roles) {
      for (const other of roles) {
        const there = preview(full(one), full(other))
        const expected = offered.filter(
          (right) => right.roles.includes(other) && !right.roles.includes(one),
        )
        expect(there.reduce((sum, { gained }) => sum + getCount(gained), 0)).toBe(expected.length)
        const back = preview(full(other), full(one))
        expect(
          back.map(({ gained, lost, place }) => ({ place, gained: lost, lost: gained })),
        ).toEqual(there)
      }
    }
  })

  test('exclude rights about services that do not run', () => {
    const change = previewChange(full('Owner'), inProject('shop', 'Read-only'), {
      ...names,
      services: [],
    })
    const sections = change.flatMap(({ lost }) => lost.map(({ section }) => section))
    expect(sections).toContain('Members')
    expect(sections.filter((name) => /billing|storage|realtime|auth/iu.test(name))).toEqual([])
  })

  test('are grouped by section with resource and action', () => {
    const [first] = preview(full('Owner'), full('Administrator'))
    expect(first?.place).toBe('the organization')
    expect(first?.gained).toEqual([])
    expect(first?.lost.map(({ section }) => section)).toContain('Members')
    const members = first?.lost.find(({ section }) => section === 'Members')
    expect(members?.rights).toContain('Owner: Add')
  })

  test('from the organization to one project: that project keeps, all others lose', () => {
    const change = preview(full('Developer'), inProject('shop', 'Developer'))
    expect(change.map(({ place }) => place)).toEqual(['the organization', 'all other projects'])
    expect(change.every(({ gained }) => gained.length === 0)).toBe(true)
    const ofProject = offered.filter(
      (one) => isProjectRight(one) && one.roles.includes('Developer'),
    )
    expect(getCount(change[1]?.lost ?? [])).toBe(ofProject.length)
  })

  test('from one project to another: one loses those that the other gains', () => {
    const change = preview(inProject('shop', 'Read-only'), inProject('blog', 'Read-only'))
    expect(change.map(({ place }) => place)).toEqual(['Shop', 'Blog'])
    expect(change[0]?.lost).toEqual(change[1]?.gained)
  })

  test("of a custom role are the role's rights", () => {
    const change = preview(inProject('shop', null, 'c1'), inProject('shop', null, 'deleted'))
    expect(change).toEqual([
      {
        place: 'Shop',
        gained: [],
        lost: [{ section: 'Project', rights: ['Project Management: Restart'] }],
      },
    ])
  })
})
