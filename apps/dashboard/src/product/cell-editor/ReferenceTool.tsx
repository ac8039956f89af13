import { databaseReferences, type ReferenceCandidate } from '@basalt/contract/database/references'
import { useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useDeferredValue, useRef, useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { Button } from '../../ui/Button.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import type { ToolProps } from './cell-tools.ts'
import { type RequestedRows, candidatesQuery } from './reference-candidates.ts'
import {
  isReferredTo,
  type LeadingValue,
  leadingValues,
  missingColumns,
  namesOfKey,
  listWrites,
} from './reference-key.ts'
import { getField, ReferenceList } from './ReferenceList.tsx'
import { useRowOnEnter } from './use-row-on-enter.ts'

/** Rows that a foreign key can reference; the text of the field searches them. */
export function ReferenceTool(props: ToolProps) {
  const { projectRef, column } = props
  const target = column.references
  const denied = useDenied(databaseReferences.candidates, 'read the referenced rows')
  const reason = denied ?? missingReason(props)
  const tool = useRef<HTMLDivElement>(null)
  const scope = useScope(props)
  const requested =
    target && reason === undefined ? { projectRef, target, within: scope.within } : null
  const said = useRowOnEnter(tool, { ...props, rows: requested })
  if (target === null) return null
  return (
    <div ref={tool} className="flex flex-col gap-1 border-t border-line p-1.5">
      {reason !== undefined && <p className="px-1 text-xs text-ink-faint">{reason}</p>}
      {said !== undefined && (
        <p
          role={said.isRefusal ? 'alert' : 'status'}
          className={clsx('px-1 text-xs', said.isRefusal ? 'text-bad' : 'text-ink-faint')}
        >
          {said.words}
        </p>
      )}
      {requested !== null && <Candidates {...props} rows={requested} scope={scope} />}
    </div>
  )
}

function missingReason(props: ToolProps): string | undefined {
  const missing = missingColumns(props)
  if (missing.length === 0) return undefined
  const names = missing.join(', ')
  return `The foreign key uses ${namesOfKey(props.column)}. Show ${names} to choose rows`
}

/** Rows that share the first key columns with this one, unless all are requested. */
function useScope(props: ToolProps) {
  const [isAll, setIsAll] = useState(false)
  const leading = leadingValues(props)
  return {
    leading,
    within: isAll ? [] : leading.map(({ value }) => value),
    isAll,
    toggle: () => setIsAll(!isAll),
  }
}

type Rows = Omit<RequestedRows, 'search'>
type Props = ToolProps & { rows: Rows; scope: ReturnType<typeof useScope> }

function Candidates({ rows, scope, ...props }: Props) {
  const { field, column } = props
  const { target } = rows
  const typed = field.value === field.stored ? '' : (field.value ?? '')
  const search = useDeferredValue(typed)
  const found = useInfiniteQuery(candidatesQuery({ ...rows, search }))
  const { error, hasNextPage, isFetchingNextPage, fetchNextPage } = found
  const read = found.data && withoutRepeats(found.data.pages.flatMap((page) => page.candidates))
  const current = useCurrent({ ...props, rows, scope, search, read })
  const candidates = read && [...(current === undefined ? [] : [current]), ...read]
  const title = getTitle(target, scope.isAll ? [] : scope.leading)
  const isOfSeveral = rows.within.length + 1 < (target.pairs?.length ?? 0)

  return (
    <>
      <p className="px-1 text-xs text-ink-faint">
        {title + findingText(target, found.data?.pages[0]?.label_column ?? null)}
        {isOfSeveral && (
          <span className="block">{`Choosing a row sets ${namesOfKey(column)}`}</span>
        )}
      </p>
      {error !== null && (
        <div role="alert" className="flex items-center gap-2 px-1 text-xs text-bad">
          <span className="min-w-0 flex-1">{error.message}</span>
          <Button size="small" onClick={() => void found.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {candidates === undefined && error === null && <SkeletonRows rows={4} />}
      {candidates?.length === 0 && (
        <p className="px-1 py-2 text-xs text-ink-soft">
          {nothingText(search, rows.within.length > 0)}
        </p>
      )}
      {candidates !== undefined && candidates.length > 0 && (
        <ReferenceList
          {...{ title, candidates, field }}
          isCurrent={(candidate) => isReferredTo({ ...props, stored: field.stored }, candidate)}
          isWhole={search === ''}
          shownFrom={rows.within.length}
          onTake={(candidate) => takeRow(props, candidate)}
        />
      )}
      <div className="flex flex-wrap gap-1 empty:hidden">
        {hasNextPage && (
          <Button
            size="small"
            variant="ghost"
            isPending={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Show more
          </Button>
        )}
        <ScopeButton {...{ scope, target }} isStart={candidates?.length === 0} />
      </div>
    </>
  )
}

type ScopeProps = Pick<Props, 'scope'> & Pick<Rows, 'target'> & { isStart: boolean }

function ScopeButton({ scope, target, isStart }: ScopeProps) {
  if (scope.leading.length === 0) return null
  return (
    <Button
      size="small"
      variant="ghost"
      data-tool-start={isStart || undefined}
      onClick={({ currentTarget }) => {
        scope.toggle()
        getField(currentTarget)?.focus()
      }}
    >
      {scope.isAll ? `Only ${withText(scope.leading)}` : `All rows of ${target.table}`}
    </Button>
  )
}

function takeRow(props: ToolProps, candidate: ReferenceCandidate): void {
  const write = listWrites(props, candidate)
  if (write === undefined) props.field.take(candidate.value)
  else props.field.end('stay', write)
}

/** A row that a search lists first is repeated in its position on a later page. */
function withoutRepeats(candidates: readonly ReferenceCandidate[]): ReferenceCandidate[] {
  const byKey = new Map<string, ReferenceCandidate>()
  for (const candidate of candidates) {
    const name = JSON.stringify(candidate.key ?? candidate.value)
    if (!byKey.has(name)) byKey.set(name, candidate)
  }
  return [...byKey.values()]
}

const withText = (leading: readonly LeadingValue[]): string =>
  `with ${leading.map(({ name, value }) => `${name} ${value}`).join(', ')}`

function getTitle({ schema, table }: Rows['target'], leading: readonly LeadingValue[]): string {
  const title = `Rows of ${schema}.${table}`
  return leading.length === 0 ? title : `${title} ${withText(leading)}`
}

const findingText = ({ column }: Rows['target'], label: string | null): string =>
  label === null ? '' : `, searched by ${column} or ${label}`

function nothingText(search: string, isPart: boolean): string {
  if (search !== '') return `No rows match “${search}”`
  return isPart ? 'No matching rows' : 'This table has no rows'
}

type CurrentProps = Props & { search: string; read: readonly ReferenceCandidate[] | undefined }

/** The referenced row, when it is not on the first page. */
function useCurrent({ search, read, rows, scope, ...place }: CurrentProps) {
  const { stored } = place.field
  const isCurrent = (row: ReferenceCandidate) => isReferredTo({ ...place, stored }, row)
  const isSearched =
    search === '' && stored !== null && stored !== '' && read?.some(isCurrent) === false
  const within = scope.leading.map(({ value }) => value)
  const found = useInfiniteQuery({
    ...candidatesQuery({ ...rows, within, search: stored ?? '' }),
    enabled: isSearched,
  })
  return isSearched ? found.data?.pages[0]?.candidates.find(isCurrent) : undefined
}
