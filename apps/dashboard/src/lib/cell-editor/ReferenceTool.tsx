import { type Column, databaseReferences, type ReferenceCandidate } from '@basalt/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type KeyboardEvent, useDeferredValue, useRef } from 'react'

import { Button } from '../../ui/Button.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useDenied } from '../access.tsx'
import type { ToolProps } from './cell-tools.ts'
import { candidatesQuery } from './reference-candidates.ts'
import { useRowOnEnter } from './use-row-on-enter.ts'

type Target = NonNullable<Column['references']>

/** Rows that a foreign key can point at; what is typed into the field searches them. */
export function ReferenceTool(props: ToolProps) {
  const { references } = props.column
  const denied = useDenied(databaseReferences.candidates, 'read the rows it can point at')
  const tool = useRef<HTMLDivElement>(null)
  const said = useRowOnEnter(tool, { ...props, target: denied === undefined ? references : null })
  if (references === null) return null
  return (
    <div ref={tool} className="flex flex-col gap-1 border-t border-line p-1.5">
      {denied !== undefined && <p className="px-1 text-xs text-ink-faint">{denied}</p>}
      {said !== undefined && (
        <p
          role={said.isRefusal ? 'alert' : 'status'}
          className={clsx('px-1 text-xs', said.isRefusal ? 'text-bad' : 'text-ink-faint')}
        >
          {said.words}
        </p>
      )}
      {denied === undefined && <Candidates {...props} target={references} />}
    </div>
  )
}

type Props = Pick<ToolProps, 'projectRef' | 'field'> & { target: Target }

function Candidates({ projectRef, target, field }: Props) {
  const typed = field.value === field.stored ? '' : (field.value ?? '')
  const search = useDeferredValue(typed)
  const rows = useInfiniteQuery(candidatesQuery({ projectRef, target, search }))
  const { error, hasNextPage, isFetchingNextPage, fetchNextPage } = rows
  const read = rows.data?.pages.flatMap((page) => page.candidates)
  const current = useCurrent({ projectRef, target, search, stored: field.stored, read })
  const candidates = read && [...(current === undefined ? [] : [current]), ...read]
  const labelColumn = rows.data?.pages[0]?.label_column ?? null
  const title = `Rows of ${target.schema}.${target.table}`

  return (
    <>
      <p className="px-1 text-xs text-ink-faint">
        {title}
        {labelColumn !== null && `, found by ${target.column} or ${labelColumn}`}
      </p>
      {error !== null && (
        <div role="alert" className="flex items-center gap-2 px-1 text-xs text-bad">
          <span className="min-w-0 flex-1">{error.message}</span>
          <Button size="small" onClick={() => void rows.refetch()}>
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
        <List {...{ title, candidates, field }} isWhole={search === ''} />
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
    </>
  )
}

type CurrentProps = Pick<Props, 'projectRef' | 'target'> & {
  search: string
  stored: string | null
  read: readonly ReferenceCandidate[] | undefined
}

/** The row that the cell refers to now, where it stands too far behind to be read with the first. */
function useCurrent({ search, stored, read, ...place }: CurrentProps) {
  const isCurrent = ({ value }: ReferenceCandidate) => value === stored
  const isSought =
    search === '' && stored !== null && stored !== '' && read?.some(isCurrent) === false
  const found = useInfiniteQuery({
    ...candidatesQuery({ ...place, search: stored ?? '' }),
    enabled: isSought,
  })
  return isSought ? found.data?.pages[0]?.candidates.find(isCurrent) : undefined
}

type ListProps = Pick<Props, 'field'> & {
  title: string
  candidates: readonly ReferenceCandidate[]
  /** Nothing is searched for: it opens at the row that the cell refers to now. */
  isWhole: boolean
}

function List({ title, candidates, field, isWhole }: ListProps) {
  const current = candidates.findIndex(({ value }) => value === field.stored)
  const start = isWhole ? Math.max(current, 0) : 0
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its buttons
    <ul aria-label={title} className="relative max-h-56 overflow-auto" onKeyDown={moveFocus}>
      {candidates.map((candidate, at) => (
        <li key={`${at} ${candidate.value}`} ref={isWhole && at === current ? toMiddle : undefined}>
          <Candidate
            candidate={candidate}
            isStart={at === start}
            isCurrent={at === current}
            isChosen={candidate.value === field.value}
            onTake={field.take}
          />
        </li>
      ))}
    </ul>
  )
}

/** Scrolls the list alone, and not what lies around it. */
function toMiddle(item: HTMLLIElement | null) {
  const list = item?.parentElement
  if (item === null || list === null || list === undefined) return
  list.scrollTop = item.offsetTop - (list.clientHeight - item.offsetHeight) / 2
}

type CandidateProps = {
  candidate: ReferenceCandidate
  isStart: boolean
  /** The cell refers to it now. */
  isCurrent: boolean
  isChosen: boolean
  onTake: (value: string) => void
}

function Candidate({ candidate, isStart, isCurrent, isChosen, onTake }: CandidateProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-current={isCurrent || undefined}
      tabIndex={isStart ? 0 : -1}
      data-tool-start={isStart || undefined}
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
      {isCurrent && <span className="flex-none text-xs text-ink-faint">current</span>}
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
