import { type OrganizationPlan, organizationPlans, planTiers } from '@basalt/catalog'
import { billing, type PlanChange } from '@basalt/contract/billing/billing'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { PlanChangePreview } from './PlanChangePreview.tsx'
import { planChangeQuery, refreshBilling, subscriptionQuery } from './queries.ts'

type Props = {
  slug: string
  current: OrganizationPlan
  plan: OrganizationPlan
  onClose: () => void
}

/** The effects of another plan, and the button that applies it. */
export function PlanChangePanel({ slug, current, plan, onClose }: Props) {
  const { data: change, error, refetch } = useQuery(planChangeQuery(slug, plan))
  const [hasRead, setHasRead] = useState(false)
  const save = useChangePlan(slug)
  const isDowngrade = organizationPlans.indexOf(plan) < organizationPlans.indexOf(current)
  const name = planTiers.find(({ planId }) => planId === plan)?.name ?? plan
  const label = `${isDowngrade ? 'Downgrade' : 'Upgrade'} to ${name}`
  const mustRead = change !== undefined && losesSomething(change)

  return (
    <Dialog
      isOpen
      kind="panel"
      width="large"
      title={label}
      onClose={onClose}
      footer={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="large"
            variant={isDowngrade ? 'danger' : 'primary'}
            isPending={save.isPending}
            disabledReason={getObstacle(change, { mustRead, hasRead })}
            onClick={() => save.mutate(plan)}
          >
            {label}
          </Button>
        </>
      }
    >
      {change === undefined && error === null && <SkeletonRows rows={8} className="h-9" />}
      {error !== null && (
        <ErrorPanel
          title="Could not calculate the change"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {change !== undefined && error === null && (
        <div className="flex flex-col gap-6">
          <PlanChangePreview change={change} name={name} />
          {mustRead && change.obstacles.length === 0 && (
            <Acknowledgement isGiven={hasRead} onChange={setHasRead} />
          )}
          {save.error !== null && <Notice tone="bad">{save.error.message}</Notice>}
        </div>
      )}
    </Dialog>
  )
}

const losesSomething = ({ lost, projects }: PlanChange) => lost.length > 0 || projects.length > 0

function getObstacle(
  change: PlanChange | undefined,
  { mustRead, hasRead }: { mustRead: boolean; hasRead: boolean },
): string | undefined {
  if (change === undefined) return 'Loading the changes'
  if (change.obstacles.length > 0) return change.obstacles.join(' ')
  return mustRead && !hasRead ? 'Confirm that you reviewed the losses' : undefined
}

function useChangePlan(slug: string) {
  const client = useQueryClient()
  const go = useGo()
  return useMutation({
    mutationFn: (plan: OrganizationPlan) =>
      call(billing.changePlan, { params: { slug }, body: { plan } }),
    onSuccess: async (saved) => {
      client.setQueryData(subscriptionQuery(slug).queryKey, saved)
      go(paths.organizationBilling(slug))
      notify.success(`The organization is now on the ${saved.plan.name} plan`)
      await refreshBilling(client)
    },
  })
}

type AcknowledgementProps = { isGiven: boolean; onChange: (isGiven: boolean) => void }

const Acknowledgement = ({ isGiven, onChange }: AcknowledgementProps) => (
  <label className="flex items-start gap-2.5">
    <input
      type="checkbox"
      className="mt-0.5 size-4 flex-none"
      checked={isGiven}
      onChange={({ target }) => onChange(target.checked)}
    />
    I reviewed the losses and the affected projects
  </label>
)
