import { path, search } from '../../lib/routes/path.ts'

export const design = path('/design', (show?: 'list' | 'object', tab?: string) =>
  search({ show, tab }),
)
