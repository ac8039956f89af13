import type { Boot } from '@basalt/contract/boot'
import type { RowPage, TableDetail } from '@basalt/contract/database/tables'

import { firstRowsView } from './first-rows.ts'
import { followTheme } from './lib/browser/theme.ts'
import { storage } from './lib/storage/storage.ts'

// Runs before the dashboard's own code is loaded, in a script small enough to be fetched, parsed
// and run in the meantime.

// React creates errors while it is loaded, long before it throws one. For the stack of each, V8
// compiles the whole shell a second time for its line numbers; `start` enables stacks again.
Error.stackTraceLimit = 0

followTheme()
showFirstRows()

/** The preloaded rows of a table page are shown at once; the grid replaces them. */
function showFirstRows() {
  const root = document.querySelector('#root')
  const text = document.querySelector('#basalt-boot')?.textContent
  // A filter's rows are not among the first answers.
  if (root === null || !text || globalThis.location.search !== '') return
  const { answers } = JSON.parse(text) as Boot
  const find = (end: string) => answers.find(({ route }) => route.endsWith(end))
  // The contract's own answers, which the dashboard takes as they are, too.
  const table = find('/tables/{id}')?.data as TableDetail | undefined
  const rows = find('/tables/{id}/rows')
  const page = rows?.data as RowPage | undefined
  const { ref = '' } = (rows?.input['params'] ?? {}) as { ref?: string }
  if (table === undefined || page === undefined || globalThis.innerWidth < 1024) return
  // The preloaded rows do not fit a table that was left filtered or sorted.
  if (storage.tableView(ref, table.id).get() !== undefined) return
  const widths = storage.columnWidths(ref, table.id).get()
  const layout = storage.columnLayout(ref, table.id).get()
  root.before(firstRowsView(table, page, { widths, layout }))
}
