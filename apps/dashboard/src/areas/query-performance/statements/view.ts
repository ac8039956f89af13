import { readText, type UrlQuery } from '../../../lib/routes/url-query.ts'
import type { Filter } from './figures.ts'

/** The filter of the URL. Roles and databases may have any name. */
export const readFilter = (query: UrlQuery): Filter => ({
  role: readText(query, 'role'),
  database: readText(query, 'database'),
  includesOwn: query['own'] === 'true',
})

export const isFiltered = ({ role, database }: Filter): boolean =>
  role !== undefined || database !== undefined

/** An id that the server may have. */
export const isStatementId = (id: string): boolean => /^\d{1,18}$/u.test(id)
