import type { ProjectDetail } from '@basalt/contract/project/project-reading'
import { projects } from '@basalt/contract/project/projects'
import { Ellipsis, Pause, Pencil, RotateCw } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { Offered } from '../../lib/install.tsx'
import { useProjectActionDialog } from '../../product/project/ProjectActionButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { late } from '../../ui/late.tsx'
import { Menu } from '../../ui/Menu.tsx'

const RenameDialog = late(
  async () => (await import('../../product/project/RenameDialog.tsx')).RenameDialog,
)

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
      {isRenaming && <RenameDialog project={project} onClose={() => setIsRenaming(false)} />}
    </>
  )
}
