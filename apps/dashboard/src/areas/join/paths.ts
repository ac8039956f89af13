import { path, search } from '../../lib/routes/path.ts'

export const join = path(
  '/join',
  (query: { token?: string | undefined; slug?: string | undefined }) => search(query),
)
