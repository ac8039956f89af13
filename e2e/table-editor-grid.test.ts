import { describe } from 'vitest'

describe('the grid', async () => {
  await import('./table-editor/grid.ts')
})

describe('the rows of a long table', async () => {
  await import('./table-editor/reading.ts')
})

describe('the list of tables', async () => {
  await import('./table-editor/sidebar.ts')
})
