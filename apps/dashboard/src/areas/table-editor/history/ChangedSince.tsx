import { plural } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/Button.tsx'

type Props = {
  /** Imported rows that are not as they were imported. */
  changed: number
  inserted: number
  /** The table that the import created has no other rows. */
  removesTable: boolean
  isPending: boolean
  onCancel: () => void
  onLeave: () => void
}

/** Imported rows are not named one by one, so they are decided about together. */
export function ChangedSince(props: Props) {
  const { changed, isPending, onCancel, onLeave } = props
  const { text, action } = splitWords(props)
  return (
    <div className="flex basis-full flex-col gap-2 rounded-control border border-warn/40 p-2">
      <p className="font-medium">{plural(changed, 'row')} changed or deleted since</p>
      <p className="text-ink-soft">{text}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" variant="primary" isPending={isPending} onClick={onLeave}>
          {action}
        </Button>
      </div>
    </div>
  )
}

function splitWords({ changed, inserted, removesTable }: Props): { text: string; action: string } {
  const rest = inserted - changed
  const others = rest === 1 ? 'imported row' : plural(rest, 'imported row')
  if (removesTable) {
    const what = rest > 0 ? `The other ${others} go` : 'It is now empty and goes'
    return {
      text: `The import created this table and it contains nothing else. ${what} to the trash${rest > 0 ? ' with it' : ''}.`,
      action: 'Drop table',
    }
  }
  if (rest > 0) {
    return {
      text: `Changed rows stay as they are. The other ${others} will be deleted.`,
      action: `Delete ${plural(rest, 'row')}`,
    }
  }
  return {
    text: 'All imported rows have been changed, so none will be deleted.',
    action: 'Keep them',
  }
}
