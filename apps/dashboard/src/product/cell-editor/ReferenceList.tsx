import type { ReferenceCandidate } from '@basalt/contract/database/references'
import type { EditedField } from '@basalt/data-grid/editor-props'
import { clsx } from 'clsx'
import type { KeyboardEvent } from 'react'

type Props = {
  title: string
  candidates: readonly ReferenceCandidate[]
  field: EditedField
  /** Whether the cell references it now. */
  isCurrent: (candidate: ReferenceCandidate) => boolean
  /** Without a search: the list opens at the referenced row. */
  isWhole: boolean
  /** Of a key over several columns, the first one in which these rows differ. */
  shownFrom: number
  onTake: (candidate: ReferenceCandidate) => void
}

/** Rows to choose from, with the arrow keys or by a press. */
export function ReferenceList({ title, candidates, field, isCurrent, isWhole, ...props }: Props) {
  const current = candidates.findIndex(isCurrent)
  const start = isWhole ? Math.max(current, 0) : 0
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its buttons
    <ul
      aria-label={title}
      className="relative max-h-56 min-h-7 overflow-auto"
      onKeyDown={moveFocus}
    >
      {candidates.map((candidate, at) => (
        <li
          key={`${at} ${candidate.key?.join() ?? candidate.value}`}
          ref={isWhole && at === current ? toMiddle : undefined}
        >
          <Candidate
            candidate={candidate}
            shown={candidate.key?.slice(props.shownFrom).join(', ') ?? candidate.value}
            isStart={at === start}
            isCurrent={at === current}
            isChosen={
              candidate.value === field.value && (candidate.key === undefined || at === current)
            }
            onTake={props.onTake}
          />
        </li>
      ))}
    </ul>
  )
}

/** Scrolls the list only, and not its ancestors. */
function toMiddle(item: HTMLLIElement | null) {
  const list = item?.parentElement
  if (item === null || list === null || list === undefined) return
  list.scrollTop = item.offsetTop - (list.clientHeight - item.offsetHeight) / 2
}

type CandidateProps = {
  candidate: ReferenceCandidate
  /** The identity of the list. */
  shown: string
  isStart: boolean
  /** The cell refers to it now. */
  isCurrent: boolean
  isChosen: boolean
  onTake: (candidate: ReferenceCandidate) => void
}

function Candidate({ candidate, shown, isStart, isCurrent, isChosen, onTake }: CandidateProps) {
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
      onClick={() => onTake(candidate)}
    >
      <span className="max-w-[80%] flex-none truncate font-mono text-xs">{shown}</span>
      <span dir="auto" className="min-w-0 flex-1 truncate text-ink-soft">
        {candidate.label ?? ''}
      </span>
      {isCurrent && <span className="flex-none text-xs text-ink-faint">current</span>}
    </button>
  )
}

/** The field whose text searches the rows. */
export const getField = (part: Element) =>
  part.closest('[data-editor], [data-column]')?.querySelector('textarea')

/** Arrow keys move through the list; above the first item is the field. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = options.findIndex((option) => option === document.activeElement)
  const next = options[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (next !== undefined) next.focus()
  else if (event.key === 'ArrowUp') getField(event.currentTarget)?.focus()
}
