import type { PermissionRule } from './can.ts'

/** Where a role counts: in the whole organization, or in the listed projects only. */
export type RoleScope = { organizationSlug: string; projectRefs?: readonly string[] }

/** An owner has every line of the rights table: one rule says so. */
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
