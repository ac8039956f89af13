import type { Column } from '@basalt/contract/database/tables'
import type { FilterGroup, RowView } from '@basalt/pg-model'
import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'

import { Button } from '../../../ui/Button.tsx'
import { useCheckedView } from '../view/use-plan.ts'
import { GroupEditor } from './GroupEditor.tsx'
import { getFinished, unfinishedIn, withoutNew } from './new-condition.ts'
import { useFaults } from './use-faults.ts'
import { WhereField } from './WhereField.tsx'

/** A filter that is being written. */
export type FilterDraft = { filter: FilterGroup; where: string }

type Props = {
  table: { ref: string; id: number }
  columns: readonly Column[]
  draft: FilterDraft
  onChange: (draft: FilterDraft) => void
  onApply: (draft: FilterDraft) => void
  /**
   * Called with a draft that may be read before it is applied: it is fast, or applied. Resolves
   * with whether its rows are loaded.
   */
  onLikely: (draft: FilterDraft) => Promise<boolean>
}

/** The whole filter: conditions, groups and an expression of one's own. */
export function FilterEditor(props: Props) {
  const { columns, draft, onChange } = props
  const unfinished = unfinishedIn(draft.filter, columns)
  const applying = useApplying(props, unfinished === undefined)
  const { refusal, isChecked, isRequested } = applying
  const refused = isChecked ? refusal?.message : undefined
  const missing = unfinished === undefined ? undefined : `Enter a value for ${unfinished}`
  const isOfWhere = refusal?.position !== undefined
  const { filter, where } = draft
  const hasOwnSql = where.trim() !== ''
  const faults = useFaults(props.table, { columns, filter, hasOwnSql, refusal, isChecked })

  const isReportedElsewhere = faults.length > 0 || isOfWhere
  const incomplete = applying.isApplied ? missing : undefined
  const reported = incomplete ?? (isReportedElsewhere ? undefined : refused)

  function submit(event: FormEvent) {
    event.preventDefault()
    applying.apply()
  }

  return (
    <form aria-label="Filter" className="flex min-h-0 flex-col" onSubmit={submit}>
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-3">
        <GroupEditor
          columns={columns}
          group={filter}
          depth={0}
          faults={faults}
          onChange={(next) => onChange({ ...draft, filter: next })}
        />
        <OwnSql
          value={where}
          refusal={isOfWhere ? refusal : undefined}
          // A user who writes SQL does not need the form's initial condition.
          onOpen={() => onChange({ ...draft, filter: withoutNew(filter, columns) })}
          onChange={(next) => onChange({ ...draft, where: next })}
        />
      </div>
      <footer className="flex items-center gap-2 border-t border-line px-3 py-2">
        {reported !== undefined && (
          <p role="alert" className="min-w-0 flex-1 break-words text-bad">
            {reported}
          </p>
        )}
        <span className="flex-1" />
        <Button variant="ghost" onClick={() => onChange(nothing)}>
          Remove all
        </Button>
        <Button
          type="submit"
          variant="primary"
          isPending={isRequested}
          disabledReason={missing === undefined ? refused : undefined}
        >
          {Object.keys(getView(draft)).length === 0 ? 'Show all rows' : 'Apply'}
        </Button>
      </footer>
    </form>
  )
}

/** An applied draft, and whether its rows have arrived without a further check. */
type Requested = { draft: FilterDraft; rows: 'coming' | 'here' | 'none' }

/** A filter is applied only when PostgreSQL accepts it. */
function useApplying({ table, columns, draft, onApply, onLikely }: Props, isFinished: boolean) {
  // An unfinished condition is no mistake.
  const finished = { ...draft, filter: getFinished(draft.filter, columns) }
  // Applied before PostgreSQL has checked it: takes effect when it has.
  const [requested, setRequested] = useState<Requested>()
  const rows = requested?.draft === draft ? requested.rows : undefined
  const checked = useCheckedView(table, getView(finished), rows === 'none')
  const { refusal, isChecked } = checked
  const isTaken = rows === 'here' || (isChecked && refusal === undefined)
  const isRequested = rows !== undefined && isFinished && (isTaken || !isChecked)
  const applyRequested = useEffectEvent(() => onApply(finished))
  // Before anything of it is drawn: its rows may be the next picture.
  useLayoutEffect(() => {
    if (isRequested && isTaken) applyRequested()
  }, [isRequested, isTaken])

  // An SQL expression may do more than read: it is not run before it is checked and applied.
  const canBeRead = isFinished && draft.where === ''
  const isCheap = canBeRead && isTaken && checked.costsLittle
  const announceLikely = useEffectEvent(() => onLikely(finished))
  useEffect(() => {
    if (isCheap) void announceLikely()
  }, [isCheap])

  const apply = () => {
    if (isTaken && isFinished) return onApply(finished)
    const isRead = canBeRead && !isChecked
    setRequested({ draft, rows: isRead ? 'coming' : 'none' })
    if (!isRead) return
    // Loaded rows prove that it is valid; only a refusal needs a separate check.
    void onLikely(finished).then((areHere) =>
      setRequested((last) =>
        last?.draft === draft ? { draft, rows: areHere ? 'here' : 'none' } : last,
      ),
    )
  }
  return { refusal, isChecked, isApplied: rows !== undefined, isRequested, apply }
}

const nothing: FilterDraft = { filter: { match: 'all', conditions: [] }, where: '' }

type OwnSqlProps = Parameters<typeof WhereField>[0] & { onOpen: () => void }

function OwnSql({ onOpen, ...props }: OwnSqlProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [hasText] = useState(props.value !== '')
  if (isOpen || hasText) return <WhereField {...props} hasFocus={isOpen} />
  function open() {
    setIsOpen(true)
    onOpen()
  }
  return (
    <Button size="small" variant="ghost" className="self-start" onClick={open}>
      Write SQL
    </Button>
  )
}

/** The view of a draft, without empty parts. */
export const getView = ({ filter, where }: FilterDraft): Pick<RowView, 'filter' | 'where'> => ({
  ...(filter.conditions.length > 0 && { filter }),
  ...(where.trim() !== '' && { where: where.trim() }),
})
