import type { ProjectDetail } from '@basalt/contract/project/project-reading'
import { projects } from '@basalt/contract/project/projects'
import { useQueryClient } from '@tanstack/react-query'

import { useForm } from '../../lib/forms/use-form.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Form, FormActions, FormField } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'

type Props = { project: ProjectDetail; onClose: () => void }

export function RenameDialog({ project, onClose }: Props) {
  const client = useQueryClient()
  const form = useForm({
    route: projects.rename,
    initial: { name: project.name },
    send: (body) => call(projects.rename, { params: { ref: project.ref }, body }),
    onSuccess: async () => {
      await Promise.all([invalidate(client, projects.list), invalidate(client, projects.detail)])
      onClose()
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title="Rename project" width="small">
      <Form form={form} className="flex flex-col gap-4">
        <FormField form={form} name="name" label="Name">
          {(control) => <Input {...control} ref={focusOnMount} size="large" />}
        </FormField>
        <FormActions form={form} label="Rename project" onClose={onClose} />
      </Form>
    </Dialog>
  )
}
