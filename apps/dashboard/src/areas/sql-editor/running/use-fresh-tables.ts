import { databaseCompletion } from '@basalt/contract/database/completion'
import { databaseTables } from '@basalt/contract/database/tables'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { invalidate } from '../../../lib/network/api.ts'
import { invalidateRows, invalidateTables } from '../../../product/invalidate-tables.ts'
import type { Run } from '../runs/run-model.ts'

const defining = /^(?:CREATE|ALTER|DROP|COMMENT|IMPORT|SELECT INTO)\b/u

/**
 * Refetches possibly changed data when it is shown next: tables and rows after any run, because a
 * SELECT or a DO block may change anything, and names after DDL.
 */
export function useFreshTables(run: Run | null): void {
  const client = useQueryClient()
  const isOver = run !== null && run.state !== 'running' && run.state !== 'held'
  const hasDefined =
    isOver && run.statements.some(({ command }) => command !== undefined && defining.test(command))
  // At its start, too: a user who leaves the page before its end must not see old rows.
  const moment = run === null ? undefined : `${run.id} ${isOver ? 'is over' : 'began'}`
  useEffect(() => {
    if (moment === undefined) return
    void invalidateRows(client)
    void invalidate(client, databaseTables.detail)
  }, [client, moment])
  /** The run that has defined something last. */
  const definedBy = hasDefined ? run.id : undefined
  useEffect(() => {
    if (definedBy === undefined) return
    void invalidate(client, databaseCompletion.read)
    void invalidate(client, databaseTables.schemas)
    void invalidateTables(client)
  }, [client, definedBy])
}
