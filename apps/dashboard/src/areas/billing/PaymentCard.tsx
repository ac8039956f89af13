import { customers, type PaymentMethod } from '@basalt/contract/billing/customer'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Badge } from '../../ui/Status.tsx'
import { methodsQuery, subscriptionQuery } from './queries.ts'

/** Payment methods, when the install accepts cards. */
export function PaymentCard({ slug }: { slug: string }) {
  const { data: subscription } = useSuspenseQuery(subscriptionQuery(slug))
  if (subscription.takes_cards) return <Methods slug={slug} />
  return (
    <Card title="Payment methods">
      <CardBody>
        <p className="text-ink-soft">
          Card payments are not set up. Your administrator settles invoices.
        </p>
      </CardBody>
    </Card>
  )
}

function Methods({ slug }: { slug: string }) {
  const { data: methods } = useSuspenseQuery(methodsQuery(slug))
  const denied = useDenied(customers.addPaymentMethod, 'change the payment methods')
  const add = useMutation({
    mutationFn: () => call(customers.addPaymentMethod, { params: { slug } }),
    onSuccess: ({ url }) => globalThis.location.assign(url),
    onError: (error) => notify.error(error.message),
  })
  return (
    <Card
      title="Payment methods"
      description="Enter cards at the payment provider. Basalt never receives card numbers."
      actions={
        <Button isPending={add.isPending} disabledReason={denied} onClick={() => add.mutate()}>
          Add card
        </Button>
      }
    >
      {methods.length === 0 ? (
        <CardBody>
          <p className="text-ink-soft">No payment methods yet. Pay your invoices manually.</p>
        </CardBody>
      ) : (
        <ul className="border-t border-line">
          {methods.map((method) => (
            <Method key={method.id} slug={slug} method={method} denied={denied} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const getName = ({ brand, last4 }: PaymentMethod) =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1).replaceAll('_', ' ')} ending in ${last4}`

type MethodProps = { slug: string; method: PaymentMethod; denied: string | undefined }

function useMethodActions(slug: string, method: PaymentMethod) {
  const client = useQueryClient()
  const input = { params: { slug, id: method.id } }
  const settle = (message: string) => async () => {
    notify.success(message)
    await invalidate(client, customers.paymentMethods)
  }
  const prefer = useMutation({
    mutationFn: () => call(customers.setDefaultPaymentMethod, input),
    onSuccess: settle(`${getName(method)} is now the default`),
    onError: (error) => notify.error(error.message),
  })
  const remove = useMutation({
    mutationFn: () => call(customers.removePaymentMethod, input),
    onSuccess: settle(`${getName(method)} removed`),
  })
  return { prefer, remove }
}

function Method({ slug, method, denied }: MethodProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const name = getName(method)
  const { prefer, remove } = useMethodActions(slug, method)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 last:border-0">
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        <span className="font-medium">{name}</span>
        {method.expires !== null && (
          <span className="tabular text-ink-faint">expires {method.expires}</span>
        )}
        {method.is_default && <Badge tone="accent">Default</Badge>}
      </span>
      {!method.is_default && (
        <Button
          aria-label={`Make ${name} the default`}
          isPending={prefer.isPending}
          disabledReason={denied}
          onClick={() => prefer.mutate()}
        >
          Make default
        </Button>
      )}
      <Button
        aria-label={`Remove ${name}`}
        disabledReason={denied}
        onClick={() => setIsConfirming(true)}
      >
        Remove
      </Button>
      {isConfirming && (
        <Confirm
          isOpen
          title={`Remove ${name}?`}
          confirmLabel="Remove"
          isPending={remove.isPending}
          error={remove.error}
          onClose={() => setIsConfirming(false)}
          onConfirm={() => remove.mutate()}
        >
          {method.is_default
            ? 'It is the default. You pay invoices manually until you set another default.'
            : 'It is no longer charged for invoices.'}
        </Confirm>
      )}
    </li>
  )
}
