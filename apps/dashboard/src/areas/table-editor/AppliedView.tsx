import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'
import { X } from 'lucide-react'
import { useRef } from 'react'

import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CostNote } from './CostNote.tsx'
import { splitWords } from './filter/filter-labels.ts'
import type { ReadingTool } from './ReadingBar.tsx'
import type { RowStore } from './rows/row-store.ts'
import type { TableReading } from './view/use-table-view.ts'

type Props = {
  projectRef: string
  table: TableDetail
  store: RowStore
  reading: TableReading
  onOpen: (tool: ReadingTool) => void
  /** No filter or order is left: the focus moves to the rows. */
  onCleared: () => void
}

/** The filter and order of the rows, with a remove button for each part; and their cost. */
export function AppliedView({ projectRef, table, store, reading, onOpen, onCleared }: Props) {
  const { view, isRestored, change } = reading
  const clear = useRef<HTMLButtonElement>(null)
  const parts = splitParts(view)
  if (parts.length === 0) return <Omitted reading={reading} />

  return (
    <>
      <Omitted reading={reading} />
      <section
        aria-label="Active filters and sort"
        className="flex h-9 flex-none items-center gap-1.5 border-b border-line px-3 text-xs"
      >
        {isRestored && <span className="flex-none text-ink-faint">Restored view:</span>}
        <span className="flex min-w-0 items-center gap-1.5 overflow-x-auto">
          {parts.map(({ name, tool, words, without }, at) => (
            <span key={`${at} ${words}`} className="contents">
              {at > 0 && parts[at - 1]?.isAlternative === true && (
                <span className="text-ink-faint">or</span>
              )}
              <Chip
                name={name}
                words={words}
                onOpen={() => onOpen(tool)}
                onRemove={() => {
                  change(without)
                  if (parts.length === 1) onCleared()
                  else clear.current?.focus()
                }}
              />
            </span>
          ))}
        </span>
        <Button
          ref={clear}
          size="small"
          variant="ghost"
          onClick={() => {
            change({})
            onCleared()
          }}
        >
          Clear all
        </Button>
      </section>
      <CostNote key={JSON.stringify(view)} {...{ projectRef, table, store, view }} />
    </>
  )
}

/**
 * Parts of the address that do not apply: without a note, the rows would be taken for the requested
 * ones.
 */
function Omitted({ reading }: Pick<Props, 'reading'>) {
  if (reading.omitted.length === 0) return null
  return (
    <output className="block flex-none border-b border-line p-2">
      <Notice
        tone="warn"
        title="Some filters in this link could not be applied"
        action={
          <Button size="small" onClick={reading.acceptLeftOut}>
            Close
          </Button>
        }
      >
        {reading.omitted.join('. ')}.
      </Notice>
    </output>
  )
}

type Part = {
  /** The accessible kind of the part, when its text does not include it. */
  name: string
  words: string
  tool: ReadingTool
  /** The view with all the rest. */
  without: RowView
  /** Joined by "or". */
  isAlternative?: boolean
}

function splitParts(view: RowView): Part[] {
  const { filter, where, search, sort, ...rest } = view
  const { as: viewer, ...seen } = view
  const conditions = filter?.conditions ?? []
  const parts = conditions.map((node, at): Part => {
    const remaining = conditions.toSpliced(at, 1)
    const { filter: _, ...others } = view
    return {
      name: '',
      words: 'match' in node ? `(${splitWords(node)})` : splitWords(node),
      tool: 'filter',
      without:
        filter === undefined || remaining.length === 0
          ? others
          : { ...view, filter: { ...filter, conditions: remaining } },
      isAlternative: filter?.match === 'any' && at < conditions.length - 1,
    }
  })
  const own = { ...rest, ...(filter && { filter }) }
  const found = { ...(search && { search }) }
  const ordered = { ...(sort && { sort }) }
  if (where !== undefined) {
    const without = { ...own, ...found, ...ordered }
    parts.push({ name: 'where', words: where, tool: 'filter', without })
  }
  const written = { ...own, ...(where !== undefined && { where }) }
  if (search !== undefined)
    parts.push({
      name: 'contains',
      words: `${search.text} in ${search.columns.join(', ')}`,
      tool: 'search',
      without: { ...written, ...ordered },
    })
  for (const [at, { column, descending, nulls }] of (sort ?? []).entries()) {
    const order = descending === true ? 'descending' : 'ascending'
    const remaining = (sort ?? []).toSpliced(at, 1)
    parts.push({
      name: 'sorted by',
      words: `${column}, ${order}${nulls === undefined ? '' : `, NULL ${nulls}`}`,
      tool: 'sort',
      without: { ...written, ...found, ...(remaining.length > 0 && { sort: remaining }) },
    })
  }
  if (viewer !== undefined)
    parts.push({ name: 'seen as', words: viewer.role, tool: 'viewer', without: seen })
  return parts
}

type ChipProps = { name: string; words: string; onOpen: () => void; onRemove: () => void }

function Chip({ name, words, onOpen, onRemove }: ChipProps) {
  return (
    <span className="flex max-w-80 min-w-24 flex-none items-center overflow-hidden rounded-control border border-line-strong">
      <button
        type="button"
        title={words}
        className="flex h-6 min-w-0 items-center gap-1.5 px-2 hover:bg-hover"
        onClick={onOpen}
      >
        {name !== '' && <span className="flex-none text-accent">{name}</span>}
        <span className="truncate font-mono">{words}</span>
      </button>
      <button
        type="button"
        aria-label={`Remove ${name} ${words}`.replace('  ', ' ')}
        className="grid h-6 w-6 flex-none place-items-center border-l border-line text-ink-faint hover:bg-hover hover:text-ink"
        onClick={onRemove}
      >
        <X className="size-3.5!" />
      </button>
    </span>
  )
}
