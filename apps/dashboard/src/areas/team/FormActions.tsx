import { getFormError } from '../../lib/forms/form.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = {
  /** The verb: "Send 3 invitations". */
  label: string
  isPending: boolean
  disabledReason?: string | undefined
  error: Error | null
  onClose: () => void
}

/** The end of a form in a panel: errors without a field, and its two buttons. */
export function FormActions({ label, isPending, disabledReason, error, onClose }: Props) {
  const failure = getFormError(error)
  return (
    <>
      {failure !== undefined && <Notice tone="bad">{failure.message}</Notice>}
      <div className="flex justify-end gap-2">
        <Button size="large" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="large"
          variant="primary"
          isPending={isPending}
          disabledReason={disabledReason}
        >
          {label}
        </Button>
      </div>
    </>
  )
}
