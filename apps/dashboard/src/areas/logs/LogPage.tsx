import { logs, type LogSourceName } from '@basalt/contract/logs/logs'
import { type ReactNode, useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useMatches } from '../../lib/browser/use-media.ts'
import { logSourceLabel } from '../../lib/log-sources.ts'
import type { UrlQuery } from '../../lib/routes/url-query.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody } from '../../ui/PageHeader.tsx'
import { LogDetail } from './detail/LogDetail.tsx'
import { ActiveFilters } from './filters/ActiveFilters.tsx'
import { FacetList } from './filters/FacetList.tsx'
import { LogToolbar } from './filters/LogToolbar.tsx'
import { LogHistogram } from './rows/LogHistogram.tsx'
import { LogNotices } from './rows/LogNotices.tsx'
import { LogResults } from './rows/LogResults.tsx'
import { useLogPage } from './state/use-log-page.ts'
import { useLogRows } from './state/use-log-rows.ts'

type Props = {
  projectRef: string
  query: UrlQuery
  /** Undefined for all sources. */
  source: LogSourceName | undefined
  note?: ReactNode
}

/** Rows of one source or of all of them, with their filters, counts and details. */
export function LogPage(props: Props) {
  const title = props.source === undefined ? 'All logs' : `${logSourceLabel(props.source)} logs`
  useDocumentTitle(title, 'Logs')
  const denied = useDenied(logs.rows, 'see the logs of this project')
  if (denied === undefined) return <Rows {...props} title={title} />
  return (
    <PageBody>
      <Notice tone="info">{denied}</Notice>
    </PageBody>
  )
}

function Rows({ projectRef, query, source, note, title }: Props & { title: string }) {
  const page = useLogPage({ projectRef, query, source })
  const { view, params, isLive } = page
  const rows = useLogRows({ projectRef, params, isLive })
  const isWide = useMatches('(width >= 1024px)')
  const [isListShown, setIsListShown] = useState(true)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const toggleFilters = () => (isWide ? setIsListShown(!isListShown) : setIsSheetOpen(!isSheetOpen))
  const facets = <FacetList page={page} />
  return (
    <div className="flex h-full min-h-0">
      <div className="flex h-full min-w-0 flex-1 flex-col">
        <LogToolbar
          title={title}
          projectRef={projectRef}
          page={page}
          rows={rows}
          hasFilters={isWide ? isListShown : isSheetOpen}
          onToggleFilters={toggleFilters}
        />
        <div className="flex min-h-0 flex-1">
          {isWide && isListShown && (
            <aside
              aria-label="Filters"
              className="w-56 flex-none overflow-y-auto border-r border-line"
            >
              {facets}
            </aside>
          )}
          <div className="flex min-w-0 flex-1 flex-col">
            <ActiveFilters page={page} />
            <LogNotices projectRef={projectRef} page={page} note={note} />
            <LogHistogram page={page} />
            <LogResults projectRef={projectRef} page={page} rows={rows} />
          </div>
        </div>
      </div>
      {view.rowId !== undefined && (
        <LogDetail key={view.rowId} id={view.rowId} projectRef={projectRef} page={page} />
      )}
      <Dialog
        kind="drawer"
        title="Filters"
        isOpen={!isWide && isSheetOpen}
        onClose={() => setIsSheetOpen(false)}
      >
        <div className="-mx-4">{facets}</div>
      </Dialog>
    </div>
  )
}
