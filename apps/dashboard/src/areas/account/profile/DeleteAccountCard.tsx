import { account, type DeletionPlan } from '@basalt/contract/account/account'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useSwitchedOff } from '../../../lib/access/disabled-features.ts'
import { notify } from '../../../lib/browser/toast.ts'
import { useGo } from '../../../lib/browser/use-go.ts'
import { plural } from '../../../lib/format/format.ts'
import { Link } from '../../../lib/Link.tsx'
import { call, query } from '../../../lib/network/api.ts'
import { paths } from '../../../lib/paths.ts'
import { Panel } from '../../../product/Panel.tsx'
import { SwitchedOffNotice } from '../../../product/SwitchedOff.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card, CardBody } from '../../../ui/Card.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { NotConfirmed, useConfirmed } from '../identity-check/ConfirmIdentity.tsx'

/** Deletes the account, after showing the effects. */
export function DeleteAccountCard() {
  const switchedOff = useSwitchedOff(account.remove.feature)
  if (switchedOff !== undefined) {
    return <SwitchedOffNotice what="Account deletion" reason={switchedOff} />
  }
  return (
    <Card
      isDanger
      title="Delete account"
      description="Deletes your account permanently. This cannot be undone."
    >
      <CardBody>
        <Panel failure="The deletion summary could not be loaded">
          <Deletion />
        </Panel>
      </CardBody>
    </Card>
  )
}

function Deletion() {
  const { data: plan } = useSuspenseQuery(query(account.deletionPlan, {}))
  const go = useGo()
  const confirmed = useConfirmed()
  const [isOpen, setIsOpen] = useState(false)
  const remove = useMutation({
    mutationFn: () => confirmed(() => call(account.remove, { body: { confirm: plan.email } })),
    onSuccess: () => {
      notify.success('Your account is deleted')
      // That page has no user, so nothing requests the deleted profile.
      go(paths.logout(), { replace: true })
    },
    onError: (error) => error instanceof NotConfirmed && setIsOpen(false),
  })
  const isBlocked = plan.blocking.length > 0
  return (
    <>
      <Consequences plan={plan} />
      <Button
        variant="danger"
        className="self-start"
        disabledReason={isBlocked ? 'You are the last owner of an organization' : undefined}
        onClick={() => {
          remove.reset()
          setIsOpen(true)
        }}
      >
        Delete account
      </Button>
      {isOpen && (
        <Confirm
          isOpen
          title="Delete your account?"
          typed={plan.email}
          confirmLabel="Delete account"
          isPending={remove.isPending}
          error={remove.error instanceof NotConfirmed ? null : remove.error}
          onClose={() => setIsOpen(false)}
          onConfirm={() => remove.mutate()}
        >
          <Consequences plan={plan} />
          <p>This cannot be undone.</p>
        </Confirm>
      )}
    </>
  )
}

const listNames = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ')

/** The effects, or the steps that are required first. */
function Consequences({ plan }: { plan: DeletionPlan }) {
  if (plan.blocking.length > 0) return <Blocking blocking={plan.blocking} />
  const lines = [
    'You will be signed out everywhere.',
    `${plural(plan.access_tokens, 'access token')} and ${plural(plan.snippets, 'saved query', 'saved queries')} of yours will be deleted.`,
    ...(plan.removed.length > 0
      ? [
          `Deleted, because you are the only member and they have no projects: ${listNames(plan.removed)}.`,
        ]
      : []),
    ...(plan.left.length > 0 ? [`You leave: ${listNames(plan.left)}. Their projects stay.`] : []),
    'Your actions stay in the audit logs under your email address.',
  ]
  return (
    <ul className="list-disc pl-5 text-ink-soft">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function Blocking({ blocking }: Pick<DeletionPlan, 'blocking'>) {
  return (
    <Notice tone="warn" title="These organizations would have no owner">
      <ul className="list-disc pl-5">
        {blocking.map(({ slug, name, members, projects }) => (
          <li key={slug}>
            <Link className="underline" href={paths.organization(slug)}>
              {name}
            </Link>
            : {plural(members, 'other member')}, {plural(projects, 'project')}
          </li>
        ))}
      </ul>
      Make another member an owner, or delete these organizations first.
    </Notice>
  )
}
