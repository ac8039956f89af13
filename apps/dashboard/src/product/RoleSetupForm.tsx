import { databaseViewers } from '@basalt/contract/database/viewers'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useDenied } from '../lib/access/access.tsx'
import { call, invalidate } from '../lib/network/api.ts'
import { Button } from '../ui/Button.tsx'
import { FormAlert } from '../ui/FormAlert.tsx'

/** A database that another engine or an older version created has no roles for an application. */
export function RoleSetupForm({ projectRef, sql }: { projectRef: string; sql: string }) {
  const client = useQueryClient()
  const denied = useDenied(databaseViewers.setUp, 'create roles')
  const create = useMutation({
    mutationFn: () => call(databaseViewers.setUp, { params: { ref: projectRef } }),
    onSuccess: () => invalidate(client, databaseViewers.list),
  })
  return (
    <div className="flex flex-col gap-2 rounded-card border border-line p-3">
      <p>
        Roles for an application are missing in this database. Grant them privileges on your tables
        afterwards: they get none by themselves.
      </p>
      <pre className="rounded-control bg-canvas p-2 font-mono text-xs break-words whitespace-pre-wrap">
        {sql}
      </pre>
      {create.error !== null && <FormAlert>{create.error.message}</FormAlert>}
      <Button
        className="self-start"
        isPending={create.isPending}
        disabledReason={denied}
        onClick={() => create.mutate()}
      >
        Create these roles
      </Button>
    </div>
  )
}
