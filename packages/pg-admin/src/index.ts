export {
  type PrivilegeChange,
  privilegeStatements,
  readColumnPrivileges,
  unmetChanges,
} from './column-privileges.ts'
export { type ColumnRow, findKey, listColumns } from './columns.ts'
export { exportCsv } from './export/csv.ts'
export { type ExportableTable, listExportable } from './export/sizes.ts'
export { exportSql } from './export/sql.ts'
export { setReadOnlyLogins } from './read-only.ts'
export {
  countRows,
  deleteRows,
  insertRow,
  type PageRequest,
  readPage,
  RowError,
  type RowTarget,
  updateRow,
} from './rows.ts'
export { listRoles } from './roles.ts'
export { listSchemas } from './schemas.ts'
export { findTable, listTables } from './tables.ts'
export { nameTypes } from './types.ts'
