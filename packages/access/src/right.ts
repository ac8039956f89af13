export const roles = ['Owner', 'Administrator', 'Developer', 'Read-only'] as const

export type Role = (typeof roles)[number]

/** The action and resource of a rule; `%` is a wildcard in both. */
export type Grant = { action: string; resource: string }

/** One line of the rights table: an action, the roles that have it, and its grants. */
export type Right = {
  /** Stable name, for example `members.invite.revoke`; custom roles are lists of these. */
  id: string
  section: string
  resource: string
  action: string
  roles: readonly Role[]
  grants: readonly Grant[]
}

export const owners = ['Owner'] as const satisfies readonly Role[]
export const administrators = ['Owner', 'Administrator'] as const satisfies readonly Role[]
export const developers = ['Owner', 'Administrator', 'Developer'] as const satisfies readonly Role[]
export const everyone: readonly Role[] = [...roles]

/** The first three are shown to people; `grants` are written as `action resource`. */
export type RightRow = readonly [
  section: string,
  resource: string,
  action: string,
  roles: readonly Role[],
  ...grants: `${string} ${string}`[],
]

export function rightOfRow([section, resource, action, holders, ...grants]: RightRow): Right {
  return {
    id: [section, resource, ...(action === '-' ? [] : [action])].map(idPart).join('.'),
    section,
    resource,
    action,
    roles: holders,
    grants: grants.map((grant) => {
      const [name = '', on = ''] = grant.split(' ')
      return { action: name, resource: on }
    }),
  }
}

const idPart = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '')
