/** A role is a member of another with these rights. */
export type RoleMembership = {
  role: string
  /** May grant the membership to others. */
  admin: boolean
  /** Has the privileges of the other role without SET ROLE. */
  inherit: boolean
  /** May become the other role with SET ROLE. */
  set: boolean
}

/** A setting that sessions of a role start with. */
export type RoleSetting = {
  /** In sessions of this database only; null in all. */
  database: string | null
  name: string
  /** The value of a list such as `search_path` is in SQL. */
  value: string
}

export type RoleDesign = {
  name: string
  comment: string | null
  can_login: boolean
  creates_databases: boolean
  creates_roles: boolean
  /** Whether new memberships inherit privileges. */
  inherits: boolean
  replicates: boolean
  bypasses_rls: boolean
  /** Empty for no limit. */
  connection_limit: string
  /** Of the password, as PostgreSQL prints it; null for ever. */
  valid_until: string | null
  /** A new one; null keeps it, and PostgreSQL cannot read it back. */
  password: string | null
  settings: RoleSetting[]
  /** Roles that it is a member of. */
  member_of: RoleMembership[]
  /** Roles that are members of it. */
  members: RoleMembership[]
}
