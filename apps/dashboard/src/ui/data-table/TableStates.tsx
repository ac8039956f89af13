import { RotateCw } from 'lucide-react'

import { Button } from '../Button.tsx'
import { Skeleton } from '../Skeleton.tsx'
import type { Column } from './table-model.ts'

export const RetryButton = ({ onRetry }: { onRetry: () => void }) => (
  <Button size="small" icon={RotateCw} onClick={onRetry}>
    Try again
  </Button>
)

type NoMatchProps = { noun: string; search: string; onClear: () => void }

/** The search and the filters leave nothing. */
export function NoMatch({ noun, search, onClear }: NoMatchProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-card border border-dashed border-line-strong px-6 py-6 text-center">
      <p className="max-w-full break-words text-ink-soft">
        {search.trim() === '' ? `No ${noun} matches the filters` : `No ${noun} matches “${search}”`}
      </p>
      <Button onClick={onClear}>Clear filters</Button>
    </div>
  )
}

const skeletonRows = 6

/** The headers, and grey lines where the rows will be. */
export function TableSkeleton<Row extends object>({
  columns,
}: {
  columns: readonly Column<Row>[]
}) {
  return (
    <output aria-label="Loading" className="block">
      <div aria-hidden data-role="head">
        {columns.map(({ id, header, align, hideBelow }) => (
          <span key={id} data-align={align} data-hide={hideBelow}>
            {header}
          </span>
        ))}
      </div>
      {Array.from({ length: skeletonRows }, (_, index) => (
        <div key={index} aria-hidden>
          {columns.map(({ id, hideBelow }, at) => (
            <span key={id} data-role={at === 0 ? 'name' : undefined} data-hide={hideBelow}>
              <Skeleton className={at === 0 ? 'h-4 w-3/5' : 'h-4 w-2/5'} />
            </span>
          ))}
        </div>
      ))}
    </output>
  )
}
