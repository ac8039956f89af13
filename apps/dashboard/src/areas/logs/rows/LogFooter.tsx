import { plural } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { dayClockText } from '../model/log-time.ts'
import type { LogRowsState } from '../state/use-log-rows.ts'

/** How many rows are loaded, and how far the range was searched. */
export function LogFooter({ state }: { state: LogRowsState }) {
  const { rows = [], hasMore, isReading, isStopped, isFull, searchedBackTo, error } = state
  return (
    <footer className="flex min-h-9 flex-none flex-wrap items-center gap-x-3 border-t border-line px-4 py-1 text-xs text-ink-soft">
      <output className="tabular">
        {plural(rows.length, 'row')}
        {!hasMore && ' in this range'}
        {hasMore && searchedBackTo === undefined && ', more below'}
        {hasMore &&
          searchedBackTo !== undefined &&
          `, searched back to ${dayClockText(searchedBackTo)}`}
      </output>
      {isFull && hasMore && (
        <span>The page holds no more rows. Choose a shorter range, or download it.</span>
      )}
      {isReading && !isStopped && (
        <Button size="small" onClick={state.stop}>
          Stop
        </Button>
      )}
      {isStopped && hasMore && (
        <Button size="small" onClick={state.resume}>
          Continue
        </Button>
      )}
      {error !== null && !state.isReplaced && (
        <span role="alert" className="flex items-center gap-2 text-bad">
          {error.message}
          <Button size="small" onClick={state.retry}>
            Try again
          </Button>
        </span>
      )}
    </footer>
  )
}
