import { useEffect } from 'react'

import type { UrlQuery } from '../../../lib/routes/url-query.ts'
import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { linkedParameters, withLinked } from './linked-parameters.ts'

/**
 * Values that a link brings are those that the query is asked to be run with the next time:
 * they fill the form, and nothing runs.
 */
export function useLinkedParameters(projectRef: string, id: string, search: UrlQuery): void {
  useEffect(() => {
    const linked = linkedParameters(search)
    if (Object.keys(linked).length === 0) return
    const setting = sqlStorage.queryParameters(projectRef, id)
    setting.set(withLinked(setting.get(), linked))
  }, [projectRef, id, search])
}
