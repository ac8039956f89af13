import type { Queryable } from '@basalt/engine'

export type RoleRow = { name: string; can_login: boolean; is_superuser: boolean }

/** Roles by name, without PostgreSQL's predefined roles and the logins of single readers. */
export function listRoles(db: Queryable): Promise<RoleRow[]> {
  return db.query<RoleRow>(
    /* SQL */ `
    select rolname::text as name, rolcanlogin as can_login, rolsuper as is_superuser
    from pg_roles
    where rolname !~ '^(pg|basalt_reader)_'
    order by rolname`,
    [],
    { name: 'list-roles' },
  )
}
