import type { ProjectDetail } from '@basalt/contract/project/project-reading'
import { projects } from '@basalt/contract/project/projects'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Pause, Pencil, RotateCw } from 'lucide-react'
import { type FormEvent, useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { checkFields, listFieldErrors } from '../../lib/forms/form.ts'
import { Offered } from '../../lib/install.tsx'
import { call, invalidate } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Input } from '../../ui/Input.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { useProjectActionDialog } from './ProjectActionButton.tsx'

/** Actions on the project as a whole. */
export function ProjectMenu({ project }: { project: ProjectDetail }) {
  return (
    <Offered by="projects">
      <Actions project={project} />
    </Offered>
  )
}

function Actions({ project }: { project: ProjectDetail }) {
  const restart = useProjectActionDialog('restart', project)
  const pause = useProjectActionDialog('pause', project)
  const renameDenied = useDenied(projects.rename, 'rename this project')
  const [isRenaming, setIsRenaming] = useState(false)

  return (
    <>
      <Menu
        align="end"
        trigger={<Button icon={Ellipsis} aria-label="Project actions" />}
        items={[
          {
            label: 'Rename',
            icon: Pencil,
            disabledReason: renameDenied,
            onSelect: () => setIsRenaming(true),
          },
          {
            label: 'Restart',
            icon: RotateCw,
            disabledReason: restart.reason,
            onSelect: restart.request,
          },
          { label: 'Pause', icon: Pause, disabledReason: pause.reason, onSelect: pause.request },
        ]}
      />
      {restart.isOpen && <Confirm isOpen onClose={restart.close} {...restart.dialog} />}
      {pause.isOpen && <Confirm isOpen onClose={pause.close} {...pause.dialog} />}
      {isRenaming && <Rename project={project} onClose={() => setIsRenaming(false)} />}
    </>
  )
}

function Rename({ project, onClose }: { project: ProjectDetail; onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState(project.name)
  const [problem, setProblem] = useState<string>()
  const rename = useMutation({
    mutationFn: () => call(projects.rename, { params: { ref: project.ref }, body: { name } }),
    onSuccess: async () => {
      await Promise.all([invalidate(client, projects.list), invalidate(client, projects.detail)])
      onClose()
    },
    onError: (error) => setProblem(listFieldErrors(error)['name'] ?? error.message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkFields(projects.rename, { name })['name']
    setProblem(found)
    if (found === undefined) rename.mutate()
  }

  return (
    <Dialog isOpen onClose={onClose} title="Rename project" width="small">
      <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
        <Field label="Name" error={problem}>
          {(control) => (
            <Input
              {...control}
              ref={focusOnMount}
              size="large"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" size="large" isPending={rename.isPending}>
            Rename project
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
