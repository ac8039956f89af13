import { describe, expect, test } from 'vitest'

import { assignmentChange, memberResources, noAssignment } from './assignments.ts'
import { rights } from './rights.ts'

const inProject = (project_ref: string, role: 'Developer' | 'Owner' | null, custom?: string) => ({
  project_ref,
  role,
  custom_role_id: custom ?? null,
})

describe('assignmentChange', () => {
  test('a new member gets the role and loses nothing', () => {
    expect(assignmentChange(noAssignment, { role: 'Developer', project_roles: [] })).toEqual({
      given: ['members.developer'],
      taken: [],
    })
  })

  test('changing the role removes the old one and adds the new one', () => {
    expect(
      assignmentChange(
        { role: 'Read-only', project_roles: [] },
        { role: 'Owner', project_roles: [] },
      ),
    ).toEqual({ given: ['members.owner'], taken: ['members.read-only'] })
  })

  test('roles in projects that do not change are neither added nor removed', () => {
    const stored = inProject('a', 'Owner')
    expect(
      assignmentChange(
        { role: null, project_roles: [stored, inProject('b', 'Developer')] },
        { role: null, project_roles: [stored, inProject('b', null, 'c1')] },
      ),
    ).toEqual({ given: ['members.custom.project'], taken: ['members.developer.project'] })
  })

  test('the same custom role is added for a further project', () => {
    expect(
      assignmentChange(
        { role: null, project_roles: [inProject('a', null, 'c1')] },
        { role: null, project_roles: [inProject('a', null, 'c1'), inProject('b', null, 'c1')] },
      ),
    ).toEqual({ given: ['members.custom.project'], taken: [] })
  })
})

test('the rights table decides for every kind of role who may add and remove it', () => {
  for (const resource of memberResources) {
    for (const action of ['write:Create', 'write:Delete']) {
      const found = rights.filter(({ grants }) =>
        grants.some((grant) => grant.action === action && grant.resource === resource),
      )
      expect(found, `${action} ${resource}`).toHaveLength(1)
    }
  }
})
