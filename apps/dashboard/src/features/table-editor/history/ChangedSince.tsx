import { plural } from '../../../lib/format.ts'
import { Button } from '../../../ui/Button.tsx'

type Props = {
  /** Imported rows that are not as they were imported. */
  changed: number
  inserted: number
  isPending: boolean
  onCancel: () => void
  onLeave: () => void
}

/** Imported rows are not named one by one, so they are decided about together. */
export function ChangedSince({ changed, inserted, isPending, onCancel, onLeave }: Props) {
  const rest = inserted - changed
  return (
    <div className="flex basis-full flex-col gap-2 rounded-control border border-warn/40 p-2">
      <p className="font-medium">{plural(changed, 'row')} changed or deleted since</p>
      <p className="text-ink-soft">
        {rest > 0
          ? `What was changed stays as it is now. The other ${rest === 1 ? 'imported row' : plural(rest, 'imported row')} will be deleted.`
          : 'No row is as it was imported, so none will be deleted.'}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" variant="primary" isPending={isPending} onClick={onLeave}>
          {rest > 0 ? `Delete ${plural(rest, 'row')}` : 'Leave them'}
        </Button>
      </div>
    </div>
  )
}
