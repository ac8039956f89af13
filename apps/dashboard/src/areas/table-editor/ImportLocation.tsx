import { databaseImports } from '@basalt/contract/database/imports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { useCan } from '../../lib/access/access.tsx'
import { query } from '../../lib/network/api.ts'
import { profileQuery } from '../../lib/session/account.ts'
import { importStorage } from '../../lib/storage/import-storage.ts'
import { late } from '../../ui/late.tsx'
import { useDroppedFiles, useImportRequest, wasImportRequested } from './import/import-request.ts'

const ImportHost = late(async () => (await import('./ImportHost.tsx')).ImportHost)

/** Long after the first rows: whether an import of another visit waits is not urgent. */
const laterMs = 4000

type Props = { projectRef: string; tableId: number | undefined }

/** The place of imports; its code is loaded when an import starts or waits. */
export function ImportLocation({ projectRef, tableId }: Props) {
  const request = useImportRequest()
  const [isNeeded, setIsNeeded] = useState(
    () => wasImportRequested() || importStorage.startedHere(projectRef).get() !== null,
  )
  const isHeld = useDroppedFiles(tableId)
  const isFound = useFoundImport(projectRef)
  // An import continues when its panel is closed, so it stays mounted.
  if (!isNeeded && (request !== null || isFound)) setIsNeeded(true)
  return (
    <>
      {isHeld && (
        <output className="pointer-events-none fixed inset-2 z-50 flex items-center justify-center rounded-card border-2 border-dashed border-accent bg-scrim">
          <span className="rounded-card bg-raised px-4 py-3 text-lg shadow-raised">
            Drop the file to import its rows
          </span>
        </output>
      )}
      {isNeeded && <ImportHost {...{ projectRef, tableId }} />}
    </>
  )
}

/** Whether another visit left an import that waits for a decision, or its corrections. */
function useFoundImport(ref: string): boolean {
  const canImport = useCan(databaseImports.list)
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), laterMs)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({
    ...query(databaseImports.list, { params: { ref } }),
    enabled: canImport && isLater,
  })
  const user = useQueryClient().getQueryData(profileQuery().queryKey)?.id ?? 'install'
  if (!isLater) return false
  const isWaiting = data?.some(({ status }) => status === 'deciding') === true
  return isWaiting || importStorage.corrections(user, ref).get() !== undefined
}
