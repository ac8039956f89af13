import type { Queryable, QueryOptions } from '@basalt/engine'

export type ExtensionOutline = {
  name: string
  /** Null where it could be installed and is not. */
  installed_version: string | null
  comment: string | null
}

/** Extensions of the database and those that it could have, the installed ones first. */
export const readExtensionOutlines = (
  db: Queryable,
  options: QueryOptions = {},
): Promise<ExtensionOutline[]> =>
  db.query<ExtensionOutline>(
    /* SQL */ `
    select name::text, installed_version, comment
    from pg_available_extensions
    order by installed_version is null, name`,
    [],
    { ...options, name: 'read-extension-outlines' },
  )
