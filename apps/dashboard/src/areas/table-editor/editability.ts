import type { TableDetail } from '@basalt/contract'

/** Why nobody can edit single rows of the table, whatever their rights; undefined when they can. */
export function editability({
  kind,
  key,
  schema,
  is_protected: isProtected,
  is_updatable: isUpdatable,
}: Pick<TableDetail, 'kind' | 'key'> &
  Partial<Pick<TableDetail, 'schema' | 'is_protected' | 'is_updatable'>>): string | undefined {
  if (isProtected === true) {
    return `The schema ${schema ?? ''} is protected: a service keeps its own data in it`
  }
  if (kind === 'materialized_view') {
    return 'This is a materialized view: its rows change when it is refreshed'
  }
  if (kind === 'view') {
    return isUpdatable === true
      ? 'This view takes changes with SQL, but has no key that names a row: edit the tables it reads from'
      : 'This is a view: change the rows in the tables it reads from'
  }
  if (kind === 'foreign_table' && isUpdatable === false) {
    return 'This foreign table takes no changes: its server or its options forbid them'
  }
  if (key.length > 0) return undefined
  return kind === 'foreign_table'
    ? 'This foreign table has no key, so a single row cannot be named'
    : 'This table has no primary key, so a single row cannot be named. Add one to edit its cells'
}
