import type { ProjectDetail } from '@basalt/contract/project/project-reading'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { obstacle, type ProjectAction, projectActions } from './project-actions.ts'
import { useProjectAction } from './use-project-action.ts'

const words: Record<ProjectAction, { verb: string; done: string; warning: string }> = {
  pause: {
    verb: 'Pause project',
    done: 'Pausing the project',
    warning:
      'Closes all connections and stops the database until you restore the project. Its data is kept.',
  },
  restore: { verb: 'Restore project', done: 'Restoring the project', warning: '' },
  restart: {
    verb: 'Restart project',
    done: 'Restarting the project',
    warning: 'Closes all connections and cancels running queries. This takes a few seconds.',
  },
  remove: {
    verb: 'Delete project',
    done: 'Deleting the project',
    warning:
      'Deletes every table, row, function and setting of this project. This cannot be undone.',
  },
}

type Props = { action: ProjectAction; project: ProjectDetail; variant?: 'secondary' | 'danger' }

/** A button for the action, with its rights, its obstacles and its question in one place. */
export function ProjectActionButton({ action, project, variant = 'secondary' }: Props) {
  const { isOpen, close, request, reason, dialog } = useProjectActionDialog(action, project)
  return (
    <>
      <Button variant={variant} disabledReason={reason} onClick={request}>
        {words[action].verb}
      </Button>
      {isOpen && <Confirm isOpen onClose={close} {...dialog} />}
    </>
  )
}

/** The same for places that are not buttons, such as menus. */
export function useProjectActionDialog(action: ProjectAction, project: ProjectDetail) {
  const go = useGo()
  const [isOpen, setIsOpen] = useState(false)
  const run = useProjectAction(project.ref, action)
  const { route, what } = projectActions[action]
  const denied = useDenied(route, what)
  const { verb, done, warning } = words[action]
  const perform = () =>
    run.mutate(undefined, {
      onSuccess: () => {
        setIsOpen(false)
        notify.success(done)
        if (action === 'remove') go(paths.organization(project.organization_slug))
      },
      onError: (error) => warning === '' && notify.error(error.message),
    })

  return {
    label: verb,
    reason: denied ?? obstacle(action, project),
    isOpen,
    close: () => setIsOpen(false),
    request: () => (warning === '' ? perform() : setIsOpen(true)),
    dialog: {
      title: `${verb.replace(' project', '')} ${project.name}?`,
      confirmLabel: verb,
      isDanger: action === 'remove',
      isPending: run.isPending,
      error: run.error,
      onConfirm: perform,
      children: warning,
      ...(action === 'remove' && { typed: project.name }),
    },
  }
}
