import { FileDown } from 'lucide-react'
import { lazy, Suspense } from 'react'

import { IconButton } from '../../../ui/Button.tsx'
import { type ExportRequest, requestExport, useExportRequest } from './export-request.ts'

const load = () => import('./ExportHost.tsx')
const ExportHost = lazy(async () => ({ default: (await load()).ExportHost }))

/** Rows as a file: those that are selected, those of the filter, or all. */
export function ExportButton(props: ExportRequest) {
  const request = useExportRequest()
  return (
    <>
      <IconButton
        icon={FileDown}
        label="Export rows"
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => requestExport(props)}
      />
      {request !== undefined && (
        <Suspense>
          <ExportHost request={request} />
        </Suspense>
      )}
    </>
  )
}
