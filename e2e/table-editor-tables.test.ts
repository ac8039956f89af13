import { describe } from 'vitest'

describe('the design of tables', async () => {
  await import('./table-editor/tables.ts')
})

describe('import and export', async () => {
  await import('./table-editor/import.ts')
})
