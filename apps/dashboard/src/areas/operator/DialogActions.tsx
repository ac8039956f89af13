import { getFormError } from '../../lib/forms/form.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = { label: string; isPending: boolean; error: Error | null; onClose: () => void }

/** The end of a form: errors without a field, and its two buttons. */
export function DialogActions({ label, isPending, error, onClose }: Props) {
  const failure = getFormError(error)
  return (
    <>
      {failure !== undefined && <Notice tone="bad">{failure.message}</Notice>}
      <div className="flex justify-end gap-2">
        <Button size="large" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="large" variant="primary" isPending={isPending}>
          {label}
        </Button>
      </div>
    </>
  )
}
