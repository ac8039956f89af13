import { databaseCompletion, databaseTables } from '@basalt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { invalidate } from '../../../lib/api.ts'
import type { Run } from '../run-model.ts'

const defining = /^(?:CREATE|ALTER|DROP|COMMENT|IMPORT|SELECT INTO)\b/u

/** After a run that defines things, lists of tables and completion are read again. */
export function useFreshNames(run: Run | null): void {
  const client = useQueryClient()
  const isOver = run !== null && run.state !== 'running' && run.state !== 'held'
  const hasDefined =
    isOver && run.statements.some(({ command }) => command !== undefined && defining.test(command))
  /** The run that has defined something last. */
  const definedBy = hasDefined ? run.id : undefined
  useEffect(() => {
    if (definedBy === undefined) return
    void invalidate(client, databaseCompletion.read)
    void invalidate(client, databaseTables.list)
  }, [client, definedBy])
}
