import { billing, type Subscription } from '@basalt/contract/billing/billing'
import { type FormEvent, useId, useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { dollarsText, parseDollars } from '../../lib/format/dollars.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { checkFields, listFieldErrors, getFormError } from '../../lib/forms/form.ts'
import { Button } from '../../ui/Button.tsx'
import { CardBody } from '../../ui/Card.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { DollarField } from '../../ui/DollarField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PriceTag } from '../../ui/PriceTag.tsx'
import { getPartner, partnerReason } from './partner.ts'
import { useSaveCap } from './use-save-cap.ts'

type Props = {
  slug: string
  subscription: Subscription
  /** The initial value of the field when the cap is switched on. */
  suggested: string
  /** The typed amount, for the spend limits below. */
  onAmount: (text: string) => void
}

/** Switches the cap on and off and sets its amount. */
export function SpendCapForm({ slug, subscription, suggested, onAmount }: Props) {
  const { cap_micros: cap, spent_micros: spent, forecast_micros: forecast } = subscription.spend_cap
  const denied = useDenied(billing.setSpendCap, 'change the spend cap')
  const fixed = partnerReason(getPartner(subscription)) ?? denied
  const [isOn, setIsOn] = useState(cap !== null)
  const [text, setText] = useState(suggested)
  const [error, setError] = useState<string>()
  const [isAsking, setIsPending] = useState(false)
  const close = () => setIsPending(false)
  const save = useSaveCap(slug, (refusal) => setError(listFieldErrors(refusal)['cap_micros']))
  const wanted = isOn ? parseDollars(text) : null
  const isChanged = isOn ? cap === null || text !== dollarsText(cap) : cap !== null
  const type = (typed: string) => {
    setText(typed)
    setError(undefined)
    onAmount(typed)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = capProblem(wanted)
    setError(problem)
    if (problem !== undefined || wanted === undefined) return
    if (wanted === null || wanted <= spent) setIsPending(true)
    else save.mutate(wanted)
  }
  const formError = isAsking ? undefined : getFormError(save.error)

  return (
    <form noValidate aria-label="Spend cap" onSubmit={submit}>
      <CardBody>
        <CapSwitch isOn={isOn} fixedReason={fixed} onChange={setIsOn} />
        {isOn && (
          <div className="max-w-60">
            <DollarField
              label="Amount per period"
              value={text}
              error={error}
              isFixed={fixed !== undefined}
              onChange={type}
            />
          </div>
        )}
        {isOn && isChanged && typeof wanted === 'number' && wanted <= spent && (
          <AlreadySpent micros={spent} />
        )}
        <Saving
          error={formError}
          isPending={save.isPending}
          disabledReason={fixed ?? (isChanged ? undefined : 'No changes to save')}
        />
      </CardBody>
      {isAsking && typeof wanted === 'number' && (
        <ReachedCap save={save} spent={spent} cap={wanted} onClose={() => setIsPending(false)} />
      )}
      {isAsking && wanted === null && (
        <WithoutCap save={save} forecast={forecast} onClose={close} />
      )}
    </form>
  )
}

type SavingProps = {
  error: Error | undefined
  isPending: boolean
  disabledReason: string | undefined
}

const Saving = ({ error, ...button }: SavingProps) => (
  <>
    {error !== undefined && <Notice tone="bad">{error.message}</Notice>}
    <div>
      <Button type="submit" variant="primary" {...button}>
        Save
      </Button>
    </div>
  </>
)

const AlreadySpent = ({ micros }: { micros: number }) => (
  <Notice tone="warn" title={`This period has already cost ${formatMoney(micros)}`}>
    The steps marked as reached below take effect when you save.
  </Notice>
)

/** Why an amount cannot be saved; the wording of its limits is the contract's. */
function capProblem(wanted: number | null | undefined): string | undefined {
  if (wanted === undefined) return 'Enter an amount in dollars, such as 50 or 49.50'
  return checkFields(billing.setSpendCap, { cap_micros: wanted })['cap_micros']
}

type SwitchProps = {
  isOn: boolean
  fixedReason: string | undefined
  onChange: (isOn: boolean) => void
}

function CapSwitch({ isOn, fixedReason, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-note`}
        className="mt-0.5 size-4 flex-none"
        checked={isOn}
        disabled={fixedReason !== undefined}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div className="flex min-w-0 flex-col">
        <label htmlFor={id} className="font-medium">
          Limit the cost of a period
        </label>
        <span id={`${id}-note`} className="text-ink-soft">
          {fixedReason ?? 'Without a cap, all usage beyond the plan appears on the next invoice.'}
        </span>
      </div>
    </div>
  )
}

type ReachedCapProps = {
  save: ReturnType<typeof useSaveCap>
  spent: number
  cap: number
  onClose: () => void
}

/** Stopped features stay stopped until the cap is raised. */
const ReachedCap = ({ save, spent, cap, onClose }: ReachedCapProps) => (
  <Confirm
    isOpen
    title={`Set a cap of ${formatMoney(cap)}?`}
    confirmLabel="Set cap"
    isPending={save.isPending}
    error={save.error}
    onClose={onClose}
    onConfirm={() => save.mutate(cap, { onSuccess: onClose })}
  >
    <p>
      This period has already cost {formatMoney(spent)}. The steps marked as reached take effect
      immediately and can include pausing projects. No data is deleted. Raising the cap reverts
      them.
    </p>
  </Confirm>
)

type WithoutCapProps = {
  save: ReturnType<typeof useSaveCap>
  forecast: number
  onClose: () => void
}

const WithoutCap = ({ save, forecast, onClose }: WithoutCapProps) => (
  <Confirm
    isOpen
    isDanger={false}
    title="Turn off the spend cap?"
    confirmLabel="Turn off"
    isPending={save.isPending}
    error={save.error}
    onClose={onClose}
    onConfirm={() => save.mutate(null)}
  >
    <p>
      Features no longer stop and the next invoice has no limit: all usage beyond the plan is
      charged. You are not notified as costs grow.
    </p>
    <p>
      <PriceTag monthlyMicros={forecast} note="is the forecast for this period, without a cap." />
    </p>
  </Confirm>
)
