import { type Report, reports } from '@basalt/contract/observability/reports'
import { useState } from 'react'

import { useGo } from '../../../lib/browser/use-go.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { paths } from '../../../lib/paths.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form, FormActions, FormField } from '../../../ui/Form.tsx'
import { Input } from '../../../ui/Input.tsx'
import { useReportChanges } from './report-queries.ts'

type Props = { projectRef: string; onClose: () => void }

/** Creates a page without blocks, and opens it. */
export function NewPageDialog({ projectRef, onClose }: Props) {
  const go = useGo()
  const { create } = useReportChanges(projectRef)
  const [id] = useState(() => crypto.randomUUID())
  const getBody = ({ name }: { name: string }) => ({ id, name, blocks: [] })
  const form = useForm({
    route: reports.create,
    initial: { name: '' },
    getBody,
    send: (values) => create.mutateAsync(getBody(values)),
    onSuccess: () => {
      onClose()
      go(paths.observabilityPage(projectRef, id))
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title="New page" width="small">
      <Form form={form} className="flex flex-col gap-4">
        <FormField form={form} name="name" label="Name">
          {(control) => <Input {...control} />}
        </FormField>
        <FormActions form={form} label="Create page" onClose={onClose} />
      </Form>
    </Dialog>
  )
}

/** Gives a page another name. */
export function RenameDialog({ projectRef, report, onClose }: Props & { report: Report }) {
  const { rename } = useReportChanges(projectRef)
  const form = useForm({
    route: reports.update,
    initial: { name: report.name },
    getBody: ({ name }) => ({ version: report.version, name }),
    mustChange: true,
    send: ({ name }) => rename.mutateAsync({ report, name }),
    onSuccess: onClose,
  })
  return (
    <Dialog isOpen onClose={onClose} title="Rename page" width="small">
      <Form form={form} className="flex flex-col gap-4">
        <FormField form={form} name="name" label="Name">
          {(control) => <Input {...control} />}
        </FormField>
        <FormActions form={form} label="Rename page" onClose={onClose} />
      </Form>
    </Dialog>
  )
}
