import type { PermissionRule } from './can.ts'

/** Where a role applies: in the whole organization, or in the listed projects only. */
export type RoleScope = { organizationSlug: string; projectRefs?: readonly string[] }

/** An owner has every right of the table, which one rule expresses. */
export const rulesOfOwner = ({
  organizationSlug,
  projectRefs = [],
}: RoleScope): PermissionRule[] => [
  {
    organization_slug: organizationSlug,
    actions: ['%'],
    resources: ['%'],
    project_refs: [...projectRefs],
    restrictive: false,
    condition: null,
  },
]
