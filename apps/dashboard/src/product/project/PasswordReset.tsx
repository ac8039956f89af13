import type { ProjectDetail } from '@basalt/contract/project/project-reading'
import { projects } from '@basalt/contract/project/projects'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { isRunning } from '../../lib/format/project-status.ts'
import { useCapability } from '../../lib/install.tsx'
import { Button } from '../../ui/Button.tsx'
import { late } from '../../ui/late.tsx'

const PasswordDialog = late(async () => (await import('./PasswordDialog.tsx')).PasswordDialog)

/** The password cannot be read again, only replaced. */
export function PasswordReset({ project }: { project: ProjectDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  const isOffered = useCapability('projects')
  const denied = useDenied(projects.resetPassword, 'reset the database password')
  if (!isOffered) return null
  return (
    <div>
      <Button disabledReason={denied ?? getObstacle(project)} onClick={() => setIsOpen(true)}>
        Reset database password
      </Button>
      {isOpen && <PasswordDialog projectRef={project.ref} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function getObstacle(project: ProjectDetail): string | undefined {
  if (!project.engine_features.includes('password')) {
    return 'The engine of this project does not support this'
  }
  return isRunning(project) ? undefined : 'Not available while the database is stopped'
}
