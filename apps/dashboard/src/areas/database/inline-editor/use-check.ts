import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { query } from '../../../lib/network/api.ts'
import type { ScriptRoutes } from './script-routes.ts'

const pauseMs = 400

type Checked = { routes: ScriptRoutes; projectRef: string; sql: string }

/** Lets the server check a text once it has rested for a moment; undefined until then. */
export function useCheck({ routes, projectRef, sql }: Checked) {
  const [settled, setSettled] = useState(sql)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(sql), pauseMs)
    return () => clearTimeout(timer)
  }, [sql])
  const isEmpty = settled.trim() === ''
  const { data } = useQuery({
    ...query(routes.check, { params: { ref: projectRef }, body: { sql: settled } }),
    ...(isEmpty && { queryFn: skipToken }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  return settled === sql && !isEmpty ? data : undefined
}
