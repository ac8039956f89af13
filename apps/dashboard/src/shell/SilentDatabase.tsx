import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { isFirstLate } from '../lib/late-answers.ts'
import { Notice } from '../ui/Notice.tsx'

/** How long an answer may take before somebody wonders. */
const patienceMs = 1000

const databaseCalls = '/platform/pg-meta/'

/** Says that the page still waits for the project's database, instead of a skeleton alone. */
export function SilentDatabase({ projectRef }: { projectRef: string }) {
  if (!useIsSilent(projectRef)) return null
  return (
    <output className="absolute inset-x-0 top-2 z-10 mx-auto w-fit max-w-[90%]">
      <Notice tone="warn" title="The database has not answered yet">
        It may be busy or starting. This page shows what it says as soon as it answers.
      </Notice>
    </output>
  )
}

/** Whether something was asked for the first time and has not been answered for a second. */
function useIsSilent(projectRef: string): boolean {
  const cache = useQueryClient().getQueryCache()
  const [isSilent, setIsSilent] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const isWaiting = () =>
      cache.findAll({ type: 'active', fetchStatus: 'fetching' }).some(({ queryKey, state }) => {
        const { params } = (queryKey[2] ?? {}) as { params?: { ref?: unknown } }
        const isOfDatabase = String(queryKey[1]).startsWith(databaseCalls)
        return isOfDatabase && params?.ref === projectRef && state.data === undefined
      })
    const look = () => {
      if (!isWaiting()) {
        clearTimeout(timer)
        timer = undefined
        setIsSilent(false)
      } else {
        // The server has waited as long for this page already.
        timer ??= setTimeout(() => setIsSilent(isWaiting()), isFirstLate() ? 0 : patienceMs)
      }
    }
    look()
    const stop = cache.subscribe(look)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [cache, projectRef])
  return isSilent
}
