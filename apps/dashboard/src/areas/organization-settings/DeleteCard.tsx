import {
  type OrganizationSettings,
  organizationSettings,
} from '@basalt/contract/organization/settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { projectsQuery } from '../../lib/session/account.ts'
import { storage } from '../../lib/storage/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { refreshOrganizations } from './queries.ts'

/** Last on the page, with all effects. */
export function DeleteCard({ settings }: { settings: OrganizationSettings }) {
  const client = useQueryClient()
  const go = useGo()
  const denied = useDenied(organizationSettings.remove, 'delete this organization')
  const [isConfirming, setIsConfirming] = useState(false)
  const { data: all = [] } = useQuery(projectsQuery())
  const { slug, name } = settings
  const projects = all.filter((project) => project.organization_slug === slug)
  const remove = useMutation({
    mutationFn: () => call(organizationSettings.remove, { params: { slug }, body: { name } }),
    onSuccess: async () => {
      storage.lastOrganization.remove()
      go(paths.organizations(), { replace: true })
      notify.success(`${name} was deleted`)
      await refreshOrganizations(client)
    },
  })

  return (
    <Card isDanger>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <div className="flex min-w-0 flex-col">
          <h2 className="font-semibold">Delete this organization</h2>
          <p className="text-ink-soft">
            Deletes all projects and their databases. This cannot be undone.
          </p>
        </div>
        <Button variant="danger" disabledReason={denied} onClick={() => setIsConfirming(true)}>
          Delete organization
        </Button>
      </div>
      {isConfirming && (
        <Confirm
          isOpen
          isDanger
          title={`Delete ${name}?`}
          confirmLabel="Delete organization"
          typed={name}
          isPending={remove.isPending}
          error={remove.error}
          onClose={() => setIsConfirming(false)}
          onConfirm={() => remove.mutate()}
        >
          <ul className="flex list-disc flex-col gap-1 pl-4">
            <li>
              {projects.length === 0
                ? 'It has no projects.'
                : `These projects are deleted with all their tables and rows: ${projects.map((project) => project.name).join(', ')}.`}
            </li>
            <li>All members lose access immediately, and open invitations are revoked.</li>
            <li>Its settings, saved queries and roles are deleted.</li>
            <li>Only your administrator can still read its audit log.</li>
            <li>Its slug cannot be used by another organization.</li>
          </ul>
        </Confirm>
      )}
    </Card>
  )
}
