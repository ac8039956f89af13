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
  const [, ref] = /^\/project\/([^/]+)\/editor\/\d+$/u.exec(globalThis.location.pathname) ?? []
  // A filter's rows are not among the first answers.
  if (root === null || !text || ref === undefined || globalThis.location.search !== '') return
  const { answers } = JSON.parse(text) as Boot
  const data = (end: string) => answers.find(({ route }) => route.endsWith(end))?.data
  // The contract's own answers, which the dashboard uses without validation, too.
  const table = data('/tables/{id}') as TableDetail | undefined
  const page = data('/tables/{id}/rows') as RowPage | undefined
  if (table === undefined || page === undefined || globalThis.innerWidth < 1024) return
  // The preloaded rows do not fit a table that was left filtered or sorted.
  if (storage.tableView(ref, table.id).get() !== undefined) return
  const widths = storage.columnWidths(ref, table.id).get()
  const layout = storage.columnLayout(ref, table.id).get()
  root.before(firstRowsView(table, page, { widths, layout }))
}
