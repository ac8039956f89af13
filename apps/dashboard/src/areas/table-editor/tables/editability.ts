import type { TableDetail } from '@basalt/contract/database/tables'

/** Why rows of the table cannot be edited with any rights; undefined when they can. */
export function editability({
  kind,
  key,
  schema,
  is_protected: isProtected,
  is_updatable: isUpdatable,
}: Pick<TableDetail, 'kind' | 'key'> &
  Partial<Pick<TableDetail, 'schema' | 'is_protected' | 'is_updatable'>>): string | undefined {
  if (isProtected === true) {
    return `The schema ${schema ?? ''} is protected: a service stores its own data in it`
  }
  if (kind === 'materialized_view') {
    return 'This is a materialized view. Its rows change only when you refresh it'
  }
  if (kind === 'view') {
    return isUpdatable === true
      ? 'This view has no key, so single rows cannot be edited here. Edit the underlying tables, or use SQL'
      : 'This is a view. Edit the rows in the underlying tables'
  }
  if (kind === 'foreign_table' && isUpdatable === false) {
    return 'This foreign table is read-only because of its server or its options'
  }
  if (key.length > 0) return undefined
  return kind === 'foreign_table'
    ? 'This foreign table has no key, so single rows cannot be edited'
    : 'This table has no primary key. Add one to edit its cells'
}
