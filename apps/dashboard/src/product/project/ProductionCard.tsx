import { type ProjectDetail, readProject } from '@basalt/contract/project/project-reading'
import { projects } from '@basalt/contract/project/projects'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { Card, CardBody } from '../../ui/Card.tsx'

/** Marks the project as production: writes are then previewed. */
export function ProductionCard({ project }: { project: ProjectDetail }) {
  const client = useQueryClient()
  const denied = useDenied(projects.markProduction, 'change this setting')
  const save = useMutation({
    mutationFn: (isProduction: boolean) =>
      call(projects.markProduction, {
        params: { ref: project.ref },
        body: { is_production: isProduction },
      }),
    onSuccess: () => invalidate(client, readProject),
    onError: (error) => notify.error(error.message),
  })
  const isProduction = save.isPending ? save.variables : project.is_production
  return (
    <Card title="Production">
      <CardBody>
        <label className="flex items-start gap-2.5">
          <input
            type="checkbox"
            className="mt-0.5"
            checked={isProduction}
            disabled={denied !== undefined || save.isPending}
            onChange={({ target }) => save.mutate(target.checked)}
          />
          <span>
            This is a production project
            <span className="block text-ink-soft">
              Queries in the SQL editor show their changes before they commit, unless you turn this
              off for a query.
            </span>
          </span>
        </label>
        {denied !== undefined && <p className="text-xs text-ink-faint">{denied}</p>}
      </CardBody>
    </Card>
  )
}
