import { describe } from 'vitest'

describe('a table as other roles see it', async () => {
  await import('./table-editor/view-as.ts')
})

describe('foreign tables and views', async () => {
  await import('./table-editor/elsewhere.ts')
})
