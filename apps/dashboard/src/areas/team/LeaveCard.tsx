import { members } from '@basalt/contract/organization/members'
import type { Organization } from '@basalt/contract/organization/organization-list'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { isLastOwner } from './member-list.ts'
import { membersQuery, refreshOwnRights } from './queries.ts'

type Props = { organization: Organization; canList: boolean }

export const onlyOwner = 'An organization needs an owner. Make another member an owner first.'

export function LeaveCard({ organization, canList }: Props) {
  const { slug, name } = organization
  const client = useQueryClient()
  const go = useGo()
  const [isConfirming, setIsConfirming] = useState(false)
  const { data: list = [] } = useQuery({ ...membersQuery(slug), enabled: canList })
  const you = list.find((member) => member.is_you)
  const leave = useMutation({
    mutationFn: () => call(members.leave, { params: { slug } }),
    onSuccess: async () => {
      go(paths.organizations(), { replace: true })
      notify.success(`You left ${name}`)
      await refreshOwnRights(client)
    },
  })
  const isLast = you !== undefined && isLastOwner(list, you)

  return (
    <Card isDanger>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <div className="flex min-w-0 flex-col">
          <h2 className="font-semibold">Leave this organization</h2>
          <p className="text-ink-soft">
            You lose access to its projects immediately and need a new invitation to return.
          </p>
        </div>
        <Button
          variant="danger"
          disabledReason={isLast ? onlyOwner : undefined}
          onClick={() => setIsConfirming(true)}
        >
          Leave organization
        </Button>
      </div>
      <Confirm
        isOpen={isConfirming}
        title={`Leave ${name}?`}
        confirmLabel="Leave organization"
        isPending={leave.isPending}
        error={leave.error}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => leave.mutate()}
      >
        You lose your role and access to all projects of {name} immediately. Everything you created
        stays.
      </Confirm>
    </Card>
  )
}
