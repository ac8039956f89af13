import type { PermissionRule } from './can.ts'

export const roles = ['Owner', 'Administrator', 'Developer', 'Read-only'] as const

export type Role = (typeof roles)[number]

type Grant = { actions: readonly string[]; resources: readonly string[]; restrictive?: true }

const read: Grant = {
  actions: ['read:Read', 'billing:Read', 'analytics:Read', 'functions:Read', 'storage:Read'],
  resources: ['%'],
}
const readData: Grant = {
  actions: [
    'tenant:Sql:Query',
    'tenant:Sql:Read:Select',
    'tenant:Sql:Admin:Read',
    'sql:Read:Select',
  ],
  resources: ['%'],
}
const ownContent: Grant = { actions: ['write:%'], resources: ['user_content'] }
const writeData: Grant = {
  actions: ['tenant:Sql:%', 'sql:%', 'storage:%', 'functions:%', 'secrets:Read'],
  resources: ['%'],
}

const grants: Record<Role, readonly Grant[]> = {
  Owner: [{ actions: ['%'], resources: ['%'] }],
  Administrator: [
    { actions: ['%'], resources: ['%'] },
    { actions: ['write:Update', 'write:Delete'], resources: ['organizations'], restrictive: true },
    { actions: ['write:Update'], resources: ['projects.transfer'], restrictive: true },
  ],
  Developer: [
    read,
    readData,
    ownContent,
    writeData,
    { actions: ['infra:Execute'], resources: ['queue_jobs.projects.restart'] },
  ],
  'Read-only': [read, readData, ownContent],
}

/** The permission rules of a role in one organization, or in some of its projects only. */
export function rulesOfRole(
  role: Role,
  scope: { organizationSlug: string; projectRefs?: readonly string[] },
): PermissionRule[] {
  return grants[role].map(({ actions, resources, restrictive = false }) => ({
    organization_slug: scope.organizationSlug,
    actions,
    resources,
    project_refs: scope.projectRefs ?? [],
    restrictive,
    condition: null,
  }))
}
