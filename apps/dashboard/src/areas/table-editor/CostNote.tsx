import { databaseTableChanges } from '@basalt/contract/database/table-changes'
import { databaseTables, type TableDetail } from '@basalt/contract/database/tables'
import type { RowPlan, RowView } from '@basalt/pg-model'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { formatBytes } from '../../lib/format/format-bytes.ts'
import { plural } from '../../lib/format/format.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { RowStore } from './rows/row-store.ts'
import { usePlan } from './view/use-plan.ts'

type Props = { projectRef: string; table: TableDetail; store: RowStore; view: RowView }

/** Tables of fewer rows are read through in a moment. */
const largeRows = 50_000
/** A faster read needs no note. */
const timeoutMs = 300

/**
 * Shows the cost of a view of a large table without an index, the index that would serve it, and a
 * cancel button. Each view has its own note.
 */
export function CostNote({ projectRef, table, store, view }: Props) {
  const [isSlow, setIsSlow] = useState(false)
  const [isClosed, setIsClosed] = useState(false)
  const isReading = useSyncExternalStore(store.subscribeReading, store.isReading)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(store.isReading()), timeoutMs)
    return () => clearTimeout(timer)
  }, [store])
  const isLarge = table.row_estimate === null || table.row_estimate > largeRows
  const plan = usePlan({ ref: projectRef, id: table.id }, view, isLarge)
  const scan = plan?.scan
  if (isClosed || !isLarge) return null
  if (scan === undefined || scan === null) {
    return isSlow && isReading ? <StillReading onCancel={store.cancel} /> : null
  }
  return (
    <div className="flex-none border-b border-line p-2">
      <Notice
        tone="info"
        title={getCost(scan)}
        action={
          <>
            {isReading && <Button onClick={store.cancel}>Cancel</Button>}
            <Button variant="ghost" onClick={() => setIsClosed(true)}>
              Close
            </Button>
          </>
        }
      >
        {plan?.index && <IndexOffer projectRef={projectRef} table={table} index={plan.index} />}
      </Notice>
    </div>
  )
}

function getCost({ rows, size_bytes: size, is_at_most: isAtMost }: NonNullable<RowPlan['scan']>) {
  const what = `about ${plural(rows, 'row')} (${formatBytes(size)})`
  return isAtMost === true
    ? `This may read the whole table, ${what}, because no index supports it`
    : `This reads ${what} because no index supports it`
}

function StillReading({ onCancel }: { onCancel: () => void }) {
  return (
    <div className="flex flex-none items-center gap-3 border-b border-line px-3 py-1 text-ink-soft">
      <output>Reading…</output>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

type OfferProps = {
  projectRef: string
  table: TableDetail
  index: NonNullable<RowPlan['index']>
}

function IndexOffer({ projectRef, table, index }: OfferProps) {
  const client = useQueryClient()
  const denied = useDenied(databaseTableChanges.createIndex, 'create indexes')
  const [isPending, setIsPending] = useState(false)
  const [fault, setFault] = useState<string>()
  async function create() {
    setFault(undefined)
    setIsPending(true)
    try {
      const params = { ref: projectRef, id: table.id }
      const { name } = await call(databaseTableChanges.createIndex, { params, body: index.design })
      notify.success(`Index ${name} created`)
      await invalidate(client, databaseTables.plan)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
    setIsPending(false)
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <span>An index on {index.columns.join(', ')} would help:</span>
      <code className="max-w-full overflow-x-auto font-mono text-xs whitespace-pre-wrap text-ink">
        {index.sql}
      </code>
      <span className="-ml-2 flex gap-1">
        <CopyButton size="small" text={index.sql} label="Copy" />
        <Button
          size="small"
          variant="ghost"
          isPending={isPending}
          disabledReason={denied}
          onClick={() => void create()}
        >
          {isPending ? 'Creating the index…' : 'Create index'}
        </Button>
      </span>
      {fault !== undefined && (
        <p role="alert" className="text-bad">
          {fault}
        </p>
      )}
    </div>
  )
}
