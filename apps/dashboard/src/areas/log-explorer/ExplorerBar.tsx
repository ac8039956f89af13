import { explorerLimits, logExplorer } from '@basalt/contract/logs/explorer'

import { useDenied } from '../../lib/access/access.tsx'
import { formatCount } from '../../lib/format/format.ts'
import { downloadFile } from '../../product/logs/download-file.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Input.tsx'
import { Menu } from '../../ui/Menu.tsx'
import type { RunBody } from './explorer-run.ts'
import { type TimeRange, timeRangeNames, timeRanges } from './time-ranges.ts'

type Props = {
  projectRef: string
  range: TimeRange
  onRangeChange: (range: TimeRange) => void
  isRunning: boolean
  onRun: () => void
  onCancel: () => void
  onSave: () => void
  getBody: () => RunBody
}

/** The time range and the actions of the query. */
export function ExplorerBar(props: Props) {
  const { range, onRangeChange, isRunning, onRun, onCancel, onSave } = props
  const saveDenied = useDenied(logExplorer.save, 'save queries')
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-3 py-2">
      <h1 className="sr-only">Log explorer</h1>
      <Select
        aria-label="Time range"
        value={range}
        onChange={({ target }) => onRangeChange(target.value as TimeRange)}
        className="w-40"
      >
        {timeRangeNames.map((name) => (
          <option key={name} value={name}>
            {timeRanges[name].label}
          </option>
        ))}
      </Select>
      <span className="ml-auto flex items-center gap-2">
        <Button keys="mod+s" tooltip="Save query" disabledReason={saveDenied} onClick={onSave}>
          Save
        </Button>
        <ExportMenu {...props} />
        {isRunning ? (
          <Button onClick={onCancel}>Cancel</Button>
        ) : (
          <Button variant="primary" tooltip="Run the query" keys="mod+enter" onClick={onRun}>
            Run
          </Button>
        )}
      </span>
    </div>
  )
}

function ExportMenu({ projectRef: ref, getBody }: Pick<Props, 'projectRef' | 'getBody'>) {
  const routes = { csv: logExplorer.exportCsv, json: logExplorer.exportJson }
  const { sql } = getBody()
  const disabledReason =
    sql.length > explorerLimits.exportCharacters
      ? `Only queries of up to ${formatCount(explorerLimits.exportCharacters)} characters can be exported`
      : undefined
  return (
    <Menu
      align="end"
      trigger={<Button>Export</Button>}
      items={(['csv', 'json'] as const).map((format) => ({
        label: `Run and export as ${format.toUpperCase()}`,
        disabledReason,
        onSelect: () => downloadFile(routes[format], ref, getBody()),
      }))}
    />
  )
}
