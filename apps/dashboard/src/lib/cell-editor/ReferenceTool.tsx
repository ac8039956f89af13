import { type Column, databaseReferences, type ReferenceCandidate } from '@basalt/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type KeyboardEvent, useDeferredValue } from 'react'

import { Button } from '../../ui/Button.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useDenied } from '../access.tsx'
import { call } from '../api.ts'
import type { ToolProps } from './cell-tools.ts'

type Target = NonNullable<Column['references']>

/** Rows that a foreign key can point at; what is typed into the field searches them. */
export function ReferenceTool({ projectRef, column, field }: ToolProps) {
  const typed = field.value === field.stored ? '' : (field.value ?? '')
  const search = useDeferredValue(typed)
  const denied = useDenied(databaseReferences.candidates, 'read the rows it can point at')
  if (column.references === null) return null
  if (denied !== undefined)
    return <p className="border-t border-line px-2.5 py-1.5 text-xs text-ink-faint">{denied}</p>
  return (
    <Candidates
      projectRef={projectRef}
      target={column.references}
      search={search}
      chosen={field.value}
      onTake={field.take}
    />
  )
}

type Props = {
  projectRef: string
  target: Target
  search: string
  chosen: string | null
  onTake: (value: string) => void
}

function useCandidates({ projectRef, target, search }: Props) {
  const params = { ref: projectRef, id: target.table_id }
  return useInfiniteQuery({
    queryKey: [
      databaseReferences.candidates.method,
      databaseReferences.candidates.path,
      params,
      target.column,
      search,
    ],
    queryFn: ({ pageParam, signal }) =>
      call(
        databaseReferences.candidates,
        {
          params,
          query: {
            column: target.column,
            ...(search !== '' && { search }),
            ...(pageParam !== null && { after: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.has_more ? (page.candidates.at(-1)?.value ?? null) : null),
  })
}

function Candidates(props: Props) {
  const { target, search, chosen, onTake } = props
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useCandidates(props)
  const candidates = data?.pages.flatMap((page) => page.candidates)
  const labelColumn = data?.pages[0]?.label_column ?? null
  const title = `Rows of ${target.schema}.${target.table}`

  return (
    <div className="flex flex-col gap-1 border-t border-line p-1.5">
      <p className="px-1 text-xs text-ink-faint">
        {title}
        {labelColumn !== null && `, found by ${target.column} or ${labelColumn}`}
      </p>
      {error !== null && (
        <div role="alert" className="flex items-center gap-2 px-1 text-xs text-bad">
          <span className="min-w-0 flex-1">{error.message}</span>
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {candidates === undefined && error === null && <SkeletonRows rows={4} />}
      {candidates?.length === 0 && (
        <p className="px-1 py-2 text-xs text-ink-soft">
          {search === '' ? 'This table has no rows' : `No row begins with or contains “${search}”`}
        </p>
      )}
      {candidates !== undefined && candidates.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its buttons
        <ul aria-label={title} className="max-h-56 overflow-auto" onKeyDown={moveFocus}>
          {candidates.map((candidate, at) => (
            <li key={`${at} ${candidate.value}`}>
              <Candidate
                candidate={candidate}
                isFirst={at === 0}
                isChosen={candidate.value === chosen}
                onTake={onTake}
              />
            </li>
          ))}
        </ul>
      )}
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
    </div>
  )
}

type CandidateProps = {
  candidate: ReferenceCandidate
  isFirst: boolean
  isChosen: boolean
  onTake: (value: string) => void
}

function Candidate({ candidate, isFirst, isChosen, onTake }: CandidateProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      tabIndex={isFirst ? 0 : -1}
      data-tool-start={isFirst || undefined}
      className={clsx(
        'flex w-full items-baseline gap-2 rounded-control px-2 py-1 text-left hover:bg-hover pointer-coarse:py-2',
        isChosen && 'bg-accent-wash',
      )}
      onClick={() => onTake(candidate.value)}
    >
      <span className="max-w-[60%] flex-none truncate font-mono text-xs">{candidate.value}</span>
      <span dir="auto" className="min-w-0 flex-1 truncate text-ink-soft">
        {candidate.label ?? ''}
      </span>
    </button>
  )
}

/** Arrows go through the list; above the first one lies the field. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = options.findIndex((option) => option === document.activeElement)
  const next = options[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (next !== undefined) next.focus()
  else if (event.key === 'ArrowUp')
    event.currentTarget.closest('[data-editor]')?.querySelector('textarea')?.focus()
}
