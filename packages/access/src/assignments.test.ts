import { describe, expect, test } from 'vitest'

import { assignmentChange, memberResources, noAssignment } from './assignments.ts'
import { rights } from './rights.ts'

const inProject = (project_ref: string, role: 'Developer' | 'Owner' | null, custom?: string) => ({
  project_ref,
  role,
  custom_role_id: custom ?? null,
})

describe('assignmentChange', () => {
  test('a new member is given the role and nothing is taken', () => {
    expect(assignmentChange(noAssignment, { role: 'Developer', project_roles: [] })).toEqual({
      given: ['members.developer'],
      taken: [],
    })
  })

  test('another role takes the old one and gives the new one', () => {
    expect(
      assignmentChange(
        { role: 'Read-only', project_roles: [] },
        { role: 'Owner', project_roles: [] },
      ),
    ).toEqual({ given: ['members.owner'], taken: ['members.read-only'] })
  })

  test('what a member keeps in other projects is neither given nor taken', () => {
    const stored = inProject('a', 'Owner')
    expect(
      assignmentChange(
        { role: null, project_roles: [stored, inProject('b', 'Developer')] },
        { role: null, project_roles: [stored, inProject('b', null, 'c1')] },
      ),
    ).toEqual({ given: ['members.custom.project'], taken: ['members.developer.project'] })
  })

  test('the same custom role in another project is given there', () => {
    expect(
      assignmentChange(
        { role: null, project_roles: [inProject('a', null, 'c1')] },
        { role: null, project_roles: [inProject('a', null, 'c1'), inProject('b', null, 'c1')] },
      ),
    ).toEqual({ given: ['members.custom.project'], taken: [] })
  })
})

test('the rights table says for every kind of role who adds and who removes it', () => {
  for (const resource of memberResources) {
    for (const action of ['write:Create', 'write:Delete']) {
      const found = rights.filter(({ grants }) =>
        grants.some((grant) => grant.action === action && grant.resource === resource),
      )
      expect(found, `${action} ${resource}`).toHaveLength(1)
    }
  }
})
