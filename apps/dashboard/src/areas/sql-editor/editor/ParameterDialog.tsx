import { Dialog } from '../../../ui/Dialog.tsx'
import { ParameterForm } from './ParameterForm.tsx'
import type { ParameterQuestion } from './use-parameters.ts'

/** Asks for parameters before a query runs; closing it runs nothing. */
export function ParameterDialog({ question }: { question: ParameterQuestion }) {
  const { onClose, ...form } = question
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Values for this query"
      description="Sent as query parameters and saved in this browser."
    >
      <ParameterForm {...form} />
    </Dialog>
  )
}
