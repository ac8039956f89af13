import { type Report, reportLimits } from '@basalt/contract/observability/reports'
import { type FormEvent, useState } from 'react'

import { useGo } from '../../../lib/browser/use-go.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { useReportChanges } from './report-queries.ts'

type Props = { projectRef: string; onClose: () => void }

/** Creates a page without blocks, and opens it. */
export function NewPageDialog({ projectRef, onClose }: Props) {
  const go = useGo()
  const { create } = useReportChanges(projectRef)
  const [id] = useState(() => crypto.randomUUID())
  const onSuccess = () => {
    onClose()
    go(paths.observabilityPage(projectRef, id))
  }
  return (
    <NameDialog
      title="New page"
      submitLabel="Create page"
      initial=""
      isPending={create.isPending}
      error={create.error}
      onSubmit={(name) => create.mutate({ id, name, blocks: [] }, { onSuccess })}
      onClose={onClose}
    />
  )
}

/** Gives a page another name. */
export function RenameDialog({ projectRef, report, onClose }: Props & { report: Report }) {
  const { rename } = useReportChanges(projectRef)
  return (
    <NameDialog
      title="Rename page"
      submitLabel="Rename page"
      initial={report.name}
      isPending={rename.isPending}
      error={rename.error}
      onSubmit={(name) => rename.mutate({ report, name }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

type NameProps = {
  title: string
  submitLabel: string
  initial: string
  isPending: boolean
  error: Error | null
  onSubmit: (name: string) => void
  onClose: () => void
}

/** One field: the library of forms is not loaded for it. */
function NameDialog(props: NameProps) {
  const [name, setName] = useState(props.initial)
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = findFault(name.trim())
    setFault(found)
    if (found === undefined) props.onSubmit(name.trim())
  }
  return (
    <Dialog isOpen onClose={props.onClose} title={props.title} width="small">
      <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <Field label="Name" error={fault ?? props.error?.message}>
          {(control) => (
            <Input {...control} value={name} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button size="large" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" size="large" variant="primary" isPending={props.isPending}>
            {props.submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function findFault(name: string): string | undefined {
  if (name === '') return 'Enter a name'
  const { nameLength } = reportLimits
  return name.length > nameLength ? `Use at most ${nameLength} characters` : undefined
}
