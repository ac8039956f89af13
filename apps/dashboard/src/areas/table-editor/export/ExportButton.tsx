import { Download } from 'lucide-react'

import { ToolButton } from '../../../ui/Button.tsx'
import { late } from '../../../ui/late.tsx'
import { type ExportRequest, requestExport, useExportRequest } from './export-request.ts'

const ExportHost = late(async () => (await import('./ExportHost.tsx')).ExportHost)

/** Rows as a file: those that are selected, those of the filter, or all. */
export function ExportButton(props: ExportRequest) {
  const request = useExportRequest()
  return (
    <>
      <ToolButton
        icon={Download}
        label="Export rows"
        name="Export"
        onPointerEnter={ExportHost.prepare}
        onFocus={ExportHost.prepare}
        onClick={() => requestExport(props)}
      />
      {request !== undefined && <ExportHost request={request} />}
    </>
  )
}
