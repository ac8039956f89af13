import { organizationSettings } from '@basalt/contract/organization/settings'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { call } from '../../lib/network/api.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { settingsQuery } from './queries.ts'

/** The audit log's record of a query: its hash always, its text on request. */
export function SqlAuditCard({ slug }: { slug: string }) {
  const client = useQueryClient()
  const { data: settings } = useSuspenseQuery(settingsQuery(slug))
  const denied = useDenied(organizationSettings.updateSqlAudit, 'change this setting')
  const save = useMutation({
    mutationFn: (isKept: boolean) =>
      call(organizationSettings.updateSqlAudit, {
        params: { slug },
        body: { audits_sql_text: isKept },
      }),
    onSuccess: (saved) => client.setQueryData(settingsQuery(slug).queryKey, saved),
    onError: (error) => notify.error(error.message),
  })
  const isKept = save.isPending ? save.variables : settings.audits_sql_text
  return (
    <Card
      title="Queries in the audit log"
      description="Each run is logged with its statement types and a hash of its text."
    >
      <CardBody>
        <label className="flex items-start gap-2.5">
          <input
            type="checkbox"
            className="mt-0.5"
            checked={isKept}
            disabled={denied !== undefined || save.isPending}
            onChange={({ target }) => save.mutate(target.checked)}
          />
          <span>
            Store the full text
            <span className="block text-ink-soft">
              Values in a query are then visible to everyone who can read the audit log.
            </span>
          </span>
        </label>
        {denied !== undefined && <p className="text-xs text-ink-faint">{denied}</p>}
      </CardBody>
    </Card>
  )
}
