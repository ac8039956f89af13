import { logExplorer } from '@basalt/contract/logs/explorer'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { readChoice, readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { AreaLayout } from '../../product/AreaLayout.tsx'
import type { CodeFieldHandle } from '../../product/sql-code/CodeField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { explorerNames } from './explorer-names.ts'
import { type ExplorerRun, type RunBody, useExplorerRun } from './explorer-run.ts'
import { ExplorerBar } from './ExplorerBar.tsx'
import { ExplorerColumn } from './ExplorerColumn.tsx'
import { ExplorerResult } from './ExplorerResult.tsx'
import { LogEditor } from './LogEditor.tsx'
import { schemaQuery } from './queries.ts'
import { SaveQueryDialog } from './SaveQueryDialog.tsx'
import { rangeUntil, timeRangeNames } from './time-ranges.ts'

type Props = { projectRef: string; query: UrlQuery }

const firstQuery = `select timestamp, source, level, event_message
from logs
order by timestamp desc
limit 100`

/** A longer text is not kept in the address, which servers and browsers bound. */
const longestInAddress = 4000

/** SQL over the logs of the project. */
export function LogExplorerPage({ projectRef, query }: Props) {
  useDocumentTitle('Log explorer')
  const denied = useDenied(logExplorer.run, 'read logs')
  if (denied !== undefined) {
    return (
      <div className="p-4">
        <Notice tone="info">{denied}</Notice>
      </div>
    )
  }
  return <Explorer projectRef={projectRef} query={query} />
}

function Explorer({ projectRef, query }: Props) {
  const editor = useRef<CodeFieldHandle>(null)
  const [sql, setSql] = useState(() => readText(query, 'sql') ?? firstQuery)
  const [asked, setAsked] = useState<RunBody>()
  const [isSaving, setIsSaving] = useState(false)
  const range = readChoice(query, 'range', timeRangeNames) ?? '1h'
  const change = useSearchParams()
  const { data: schema } = useQuery(schemaQuery(projectRef))
  const names = useMemo(() => schema && explorerNames(schema.relations), [schema])
  const { run, start, cancel } = useExplorerRun(projectRef)
  const getBody = () => ({ sql, ...rangeUntil(new Date(), range) })
  const runNow = () => {
    if (sql.trim() === '') return
    const body = getBody()
    change({ sql: sql.length > longestInAddress ? undefined : sql })
    setAsked(body)
    void start(body)
  }
  const actions = { onRun: runNow, onSave: () => setIsSaving(true) }
  return (
    <AreaLayout
      title="Log explorer"
      column={
        <ExplorerColumn
          projectRef={projectRef}
          onInsert={(text) => editor.current?.insert(text)}
          onOpen={setSql}
        />
      }
    >
      <div className="flex h-full min-h-0 flex-col">
        <ExplorerBar
          projectRef={projectRef}
          range={range}
          onRangeChange={(next) => change({ range: next === '1h' ? undefined : next })}
          isRunning={run?.state === 'running'}
          onCancel={cancel}
          getBody={getBody}
          {...actions}
        />
        <div className="flex-none border-b border-line p-3 [--editor-max-height:38vh]">
          <LogEditor
            value={sql}
            onChange={setSql}
            names={names}
            fault={faultOf(run, asked?.sql === sql)}
            handle={editor}
            {...actions}
          />
        </div>
        <div className="min-h-0 min-w-0 flex-1 overflow-auto">
          <ExplorerResult projectRef={projectRef} run={run} asked={asked} />
        </div>
      </div>
      {isSaving && (
        <SaveQueryDialog projectRef={projectRef} sql={sql} onClose={() => setIsSaving(false)} />
      )}
    </AreaLayout>
  )
}

/** The place of the error, while the text is still the one that failed. */
function faultOf(run: ExplorerRun | undefined, isSameText: boolean) {
  const { error } = run ?? {}
  if (error === undefined || error.start === null || !isSameText) return undefined
  return { position: error.start, message: error.message }
}
