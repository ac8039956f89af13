import { useEffect } from 'react'

import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { linkedParameters, withLinked } from './linked-parameters.ts'

/** Values of a link become the parameters of the next run: they fill the form, and nothing runs. */
export function useLinkedParameters(
  projectRef: string,
  id: string,
  search: Readonly<Record<string, string>>,
): void {
  useEffect(() => {
    const linked = linkedParameters(search)
    if (Object.keys(linked).length === 0) return
    const setting = sqlStorage.queryParameters(projectRef, id)
    setting.set(withLinked(setting.get(), linked))
  }, [projectRef, id, search])
}
