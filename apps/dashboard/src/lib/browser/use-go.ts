import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

import { toLocation } from '../location.ts'

/** Goes to a URL made by `paths`. `replace` leaves no step in the history. */
export function useGo(): (href: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  return useCallback(
    (href, { replace = false } = {}) => void navigate({ ...toLocation(href), replace }),
    [navigate],
  )
}
