import { databaseTables } from '@basalt/contract/database/tables'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { call } from '../../lib/network/api.ts'
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

/** When the database is asked whether it answers at all, before the notice. */
const questionAfterMs = 600

/**
 * Whether a first request to the database has been pending for a second, while it does not answer a
 * question that needs no lock of a table either. A request that waits for a lock says nothing.
 */
function useIsUnresponsive(projectRef: string): boolean {
  const cache = useQueryClient().getQueryCache()
  const [isUnresponsive, setIsUnresponsive] = useState(false)
  useEffect(() => {
    let timers: ReturnType<typeof setTimeout>[] = []
    let question: AbortController | undefined
    let isAnswered = false
    const ask = async () => {
      const asked = new AbortController()
      question = asked
      const answers = call(databaseTables.schemas, { params: { ref: projectRef } }, asked.signal)
      const has = await answers.then(
        () => true,
        () => false,
      )
      if (!has || asked.signal.aborted) return
      isAnswered = true
      setIsUnresponsive(false)
    }
    const reset = () => {
      timers.forEach(clearTimeout)
      timers = []
      question?.abort()
      isAnswered = false
    }
    const isWaiting = () =>
      cache.findAll({ type: 'active', fetchStatus: 'fetching' }).some(({ queryKey, state }) => {
        const { params } = (queryKey[2] ?? {}) as { params?: { ref?: unknown } }
        const isOfDatabase = String(queryKey[1]).startsWith(databaseCalls)
        return isOfDatabase && params?.ref === projectRef && state.data === undefined
      })
    const appearance = () => {
      if (!isWaiting()) {
        reset()
        setIsUnresponsive(false)
      } else if (timers.length === 0) {
        // The server has already waited this long for the page.
        const isLate = isFirstLate()
        timers = [
          setTimeout(() => void ask(), isLate ? 0 : questionAfterMs),
          setTimeout(
            () => setIsUnresponsive(isWaiting() && !isAnswered),
            isLate ? 0 : noticeAfterMs,
          ),
        ]
      }
    }
    appearance()
    const stop = cache.subscribe(appearance)
    return () => {
      stop()
      reset()
    }
  }, [cache, projectRef])
  return isUnresponsive
}
