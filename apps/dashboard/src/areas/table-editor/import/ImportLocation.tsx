import { useEffect, useState } from 'react'

import { importStorage } from '../../../lib/storage/import-storage.ts'
import { late } from '../../../ui/late.tsx'
import { useDroppedFiles, useImportRequest, wasImportRequested } from './import-request.ts'

const ImportHost = late(async () => (await import('./ImportHost.tsx')).ImportHost)

/** Long after the first rows: whether an import of another visit waits is not urgent. */
const laterMs = 4000

type Props = { projectRef: string; tableId: number | undefined }

/** Where imports show up; its code comes when one is asked for, or when nothing else is to do. */
export function ImportLocation({ projectRef, tableId }: Props) {
  const request = useImportRequest()
  const [isLater, setIsLater] = useState(
    () => wasImportRequested() || importStorage.begunHere(projectRef).get() !== null,
  )
  const isHeld = useDroppedFiles(tableId)
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), laterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {isHeld && (
        <output className="pointer-events-none fixed inset-2 z-50 flex items-center justify-center rounded-card border-2 border-dashed border-accent bg-scrim">
          <span className="rounded-card bg-raised px-4 py-3 text-lg shadow-raised">
            Drop the file to import its rows
          </span>
        </output>
      )}
      {(request !== null || isLater) && <ImportHost {...{ projectRef, tableId }} />}
    </>
  )
}
