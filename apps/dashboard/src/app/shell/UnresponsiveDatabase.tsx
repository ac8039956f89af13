import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { isFirstLate } from '../../lib/network/late-answers.ts'
import { Notice } from '../../ui/Notice.tsx'

/** A first answer that takes longer than this is announced. */
const noticeAfterMs = 1000

const databaseCalls = '/platform/pg-meta/'

/** Shows that the page is still waiting for the project's database. */
export function UnresponsiveDatabase({ projectRef }: { projectRef: string }) {
  if (!useIsUnresponsive(projectRef)) return null
  return (
    // Above the page, clear of its footer: a notice in the flow would move the page.
    <output className="z-10 col-start-1 row-start-3 mx-3 mb-12 self-end justify-self-center rounded-control bg-raised shadow-raised tablet:col-start-2">
      <Notice tone="warn" title="The database is not responding">
        It may be busy or starting. This page updates when the database responds.
      </Notice>
    </output>
  )
}

/** Whether a first request to the database has been pending for a second. */
function useIsUnresponsive(projectRef: string): boolean {
  const cache = useQueryClient().getQueryCache()
  const [isUnresponsive, setIsUnresponsive] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const isWaiting = () =>
      cache.findAll({ type: 'active', fetchStatus: 'fetching' }).some(({ queryKey, state }) => {
        const { params } = (queryKey[2] ?? {}) as { params?: { ref?: unknown } }
        const isOfDatabase = String(queryKey[1]).startsWith(databaseCalls)
        return isOfDatabase && params?.ref === projectRef && state.data === undefined
      })
    const appearance = () => {
      if (!isWaiting()) {
        clearTimeout(timer)
        timer = undefined
        setIsUnresponsive(false)
      } else {
        // The server has already waited this long for the page.
        timer ??= setTimeout(
          () => setIsUnresponsive(isWaiting()),
          isFirstLate() ? 0 : noticeAfterMs,
        )
      }
    }
    appearance()
    const stop = cache.subscribe(appearance)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [cache, projectRef])
  return isUnresponsive
}
