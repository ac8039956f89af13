import { lazy, Suspense, useEffect, useState } from 'react'

import { useDroppedFiles, useImportRequest, wasImportWanted } from './import-request.ts'

const loadHost = () => import('./ImportHost.tsx')
const ImportHost = lazy(async () => ({ default: (await loadHost()).ImportHost }))

/** Long after the first rows: whether an import of an earlier visit waits is not urgent. */
const laterMs = 4000

type Props = { projectRef: string; tableId: number | undefined }

/** Where imports show up; its code comes when one is asked for, or when nothing else is to do. */
export function ImportPlace({ projectRef, tableId }: Props) {
  const request = useImportRequest()
  const [isLater, setIsLater] = useState(wasImportWanted)
  useDroppedFiles(tableId)
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), laterMs)
    return () => clearTimeout(timer)
  }, [])
  if (request === null && !isLater) return null
  return (
    <Suspense>
      <ImportHost projectRef={projectRef} />
    </Suspense>
  )
}
