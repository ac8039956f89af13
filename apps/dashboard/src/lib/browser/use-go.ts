import { useNavigate, useRouter } from '@tanstack/react-router'
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

/**
 * Replaces the URL of the shown page after a request. A user who has followed a link since it was
 * sent, to a page that may still be loading, is not brought back.
 */
export function useReplaceUrl(): (href: string) => void {
  const router = useRouter()
  const go = useGo()
  return (href) => {
    const shown = router.state.resolvedLocation?.pathname ?? router.latestLocation.pathname
    if (router.latestLocation.pathname === shown) go(href, { replace: true })
  }
}
