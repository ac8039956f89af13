import type { ProjectDetail } from '@basalt/contract/project/project-reading'

import { Offered } from '../../lib/install.tsx'
import { Card } from '../../ui/Card.tsx'
import { ProjectActionButton } from './ProjectActionButton.tsx'

/** Last on the page, and styled as dangerous. */
export function DangerCard({ project }: { project: ProjectDetail }) {
  return (
    <Offered by="projects">
      <Card isDanger>
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
          <div className="flex min-w-0 flex-col">
            <h2 className="font-semibold">Delete this project</h2>
            <p className="text-ink-soft">
              Deletes its database and all data. This cannot be undone.
            </p>
          </div>
          <ProjectActionButton action="remove" project={project} variant="danger" />
        </div>
      </Card>
    </Offered>
  )
}
