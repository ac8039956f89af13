import { describe } from 'vitest'

describe('edits of two people', async () => {
  await import('./table-editor/changes.ts')
})

describe('editors of cells and rows', async () => {
  await import('./table-editor/editors.ts')
})

describe('a table with child tables', async () => {
  await import('./table-editor/child-tables.ts')
})
