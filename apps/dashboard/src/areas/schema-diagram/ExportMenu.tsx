import { buildPath } from '@basalt/contract/client'
import { databaseDefinitions } from '@basalt/contract/database/definitions'
import type { SchemaDiagram } from '@basalt/contract/database/schema-diagram'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { saveFile } from '../../lib/browser/save-file.ts'
import { notify } from '../../lib/browser/toast.ts'
import { formatBytes } from '../../lib/format/format-bytes.ts'
import { plural } from '../../lib/format/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import type { ExportFormat, Progress } from './export/write-file.ts'
import type { Place } from './places/node-size.ts'

type Props = {
  diagram: SchemaDiagram
  places: ReadonlyMap<number, Place>
  at: { ref: string; schema: string }
}

const labels = { svg: 'SVG', png: 'PNG', mermaid: 'Mermaid', dbml: 'DBML', sql: 'SQL' } as const
const formats = Object.keys(labels) as ExportFormat[]

/** Exports the diagram, one file at a time, with its progress and a way to cancel it. */
export function ExportMenu(props: Props) {
  const { running, start, cancel } = useExport(props)
  if (running === null)
    return (
      <Menu
        align="end"
        trigger={<Button icon={Download}>Export</Button>}
        items={formats.map((format) => ({
          label: labels[format],
          onSelect: () => void start(format),
        }))}
      />
    )
  const { format, progress } = running
  const label = `Exporting ${labels[format]}${describe(progress)}`
  return (
    <output className="flex items-center gap-2 text-xs">
      <span className="tabular">{label}</span>
      <ProgressBar
        label={label}
        className="w-20"
        max={progress?.total ?? null}
        value={progress?.done ?? 0}
      />
      <Button size="small" onClick={cancel}>
        Cancel
      </Button>
    </output>
  )
}

function describe(progress: Progress | null): string {
  if (progress === null) return ''
  const { done, total } = progress
  return total === null
    ? `: ${formatBytes(done)}`
    : `: ${Math.round((100 * done) / Math.max(total, 1))} %`
}

type Running = { format: ExportFormat; progress: Progress | null }

function useExport({ diagram, places, at }: Props) {
  const [running, setRunning] = useState<Running | null>(null)
  const control = useRef<AbortController>(undefined)
  useEffect(() => () => control.current?.abort(), [])
  const start = async (format: ExportFormat) => {
    const current = new AbortController()
    control.current = current
    setRunning({ format, progress: null })
    const file = `${at.schema} as ${labels[format]}`
    try {
      // The writers are loaded when one of them is used.
      const { runExport } = await import('./export/run-export.ts')
      const url = buildPath(databaseDefinitions.schema, at)
      const { blob, suffix, note } = await runExport(
        { format, diagram, places, url },
        {
          signal: current.signal,
          onProgress: (progress) => setRunning({ format, progress }),
        },
      )
      saveFile(`${at.schema}.${suffix}`, blob)
      notify.success(
        [`Exported ${file}: ${plural(diagram.tables.length, 'table')}.`, note ?? '']
          .join(' ')
          .trim(),
      )
    } catch (error) {
      if (current.signal.aborted) notify.info('The export was cancelled. No file was saved.')
      else
        notify.error(
          `${file} was not exported: ${error instanceof Error ? error.message : String(error)}`,
        )
    }
    setRunning(null)
  }
  return { running, start, cancel: () => control.current?.abort() }
}
