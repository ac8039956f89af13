/** A column: name, type as `format_type` prints it, 1 when it is never null, comment. */
type CatalogColumn = [name: string, type: string, isRequired: 0 | 1, comment: string | null]

/** Names that a query may use, in as few characters as possible. */
export type NameCatalog = {
  /** Schemas by name, and 1 when names in them are found without the schema. */
  schemas: [name: string, isInPath: 0 | 1][]
  /** `kind` is the letter of `pg_class.relkind`. */
  relations: [
    schema: string,
    name: string,
    kind: string,
    comment: string | null,
    columns: CatalogColumn[],
  ][]
  /** `kind` is the letter of `pg_proc.prokind`; a procedure has no result. */
  functions: [
    schema: string,
    name: string,
    parameters: string,
    result: string | null,
    kind: string,
    comment: string | null,
  ][]
  /** Enums with their labels, domains and composite types with null. */
  types: [schema: string, name: string, labels: string[] | null][]
  /** Languages that functions may be written in. */
  languages: string[]
  foreign_keys: [
    schema: string,
    table: string,
    columns: string[],
    toSchema: string,
    toTable: string,
    toColumns: string[],
  ][]
}

export type TableSort = 'name' | 'name_desc' | 'kind' | 'rows'

export type ViewerRoles = {
  /** Roles that rows can be read as over the caller's connection, by name. */
  roles: {
    name: string
    /** Policies do not apply to it: it sees every row that it may read. */
    bypasses_policies: boolean
  }[]
  /** Creates the roles of an application's users, where one of them is missing; else null. */
  setup_sql: string | null
}
