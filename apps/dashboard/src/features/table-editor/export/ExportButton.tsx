import { FileDown } from 'lucide-react'

import { IconButton } from '../../../ui/Button.tsx'
import { late } from '../../../ui/late.tsx'
import { type ExportRequest, requestExport, useExportRequest } from './export-request.ts'

const ExportHost = late(async () => (await import('./ExportHost.tsx')).ExportHost)

/** Rows as a file: those that are selected, those of the filter, or all. */
export function ExportButton(props: ExportRequest) {
  const request = useExportRequest()
  return (
    <>
      <IconButton
        icon={FileDown}
        label="Export rows"
        onPointerEnter={ExportHost.prepare}
        onFocus={ExportHost.prepare}
        onClick={() => requestExport(props)}
      />
      {request !== undefined && <ExportHost request={request} />}
    </>
  )
}
