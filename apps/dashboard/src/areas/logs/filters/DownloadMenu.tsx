import { maxFileRows } from '@basalt/contract/logs/log-file'
import { logs } from '@basalt/contract/logs/logs'
import type { AnyRoute } from '@basalt/contract/route'
import { Download } from 'lucide-react'

import { saveFile } from '../../../lib/browser/save-file.ts'
import { formatCount, plural } from '../../../lib/format/format.ts'
import { downloadFile } from '../../../product/logs/download-file.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { toCsv, toJson } from '../model/row-file.ts'
import type { LogPageState } from '../state/use-log-page.ts'
import type { LogRowsState } from '../state/use-log-rows.ts'

type Props = { projectRef: string; page: LogPageState; rows: LogRowsState }

/** The loaded rows, or the whole range from the server, as files. */
export function DownloadMenu({ projectRef, page, rows: { rows = [] } }: Props) {
  const { params, histogram } = page
  const save = (route: AnyRoute) => downloadFile(route, projectRef, params)
  const nothing = rows.length === 0 ? 'No row is loaded' : undefined
  return (
    <Menu
      align="end"
      trigger={<Button icon={Download} aria-label="Download" tooltip="Download" />}
      items={[
        { kind: 'heading', label: plural(rows.length, 'loaded row') },
        {
          label: 'Loaded rows as CSV',
          disabledReason: nothing,
          onSelect: () => saveFile('logs.csv', new Blob([toCsv(rows)], { type: 'text/csv' })),
        },
        {
          label: 'Loaded rows as JSON',
          disabledReason: nothing,
          onSelect: () =>
            saveFile('logs.json', new Blob([toJson(rows)], { type: 'application/json' })),
        },
        { kind: 'separator' },
        { kind: 'heading', label: describeRange(histogram.data?.total) },
        { label: 'Range as CSV', onSelect: () => save(logs.exportCsv) },
        { label: 'Range as JSON', onSelect: () => save(logs.exportJson) },
      ]}
    />
  )
}

function describeRange(total: number | undefined): string {
  if (total === undefined) return `Whole range, at most ${plural(maxFileRows, 'row')}`
  return total > maxFileRows
    ? `The newest ${formatCount(maxFileRows)} of ${plural(total, 'row')}`
    : `All ${plural(total, 'row')} of the range`
}
