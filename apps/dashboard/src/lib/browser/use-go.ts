import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

import { toLocation } from '../location.ts'

/**
 * Navigates to a URL made by `paths`. `replace` adds no history entry, and no form asks before: the
 * page is over, for example because its object was deleted or the session ended.
 */
export function useGo(): (href: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  return useCallback(
    (href, { replace = false } = {}) =>
      void navigate({ ...toLocation(href), replace, ignoreBlocker: replace }),
    [navigate],
  )
}
