import { billing, type Subscription } from '@basalt/contract/billing/billing'
import { useId, useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { dollarsText, parseDollars } from '../../lib/format/dollars.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { checkFields } from '../../lib/forms/field-errors.ts'
import { noChanges, useForm } from '../../lib/forms/use-form.ts'
import { CardBody } from '../../ui/Card.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { DollarField } from '../../ui/DollarField.tsx'
import { Form, FormFailure, SubmitButton } from '../../ui/Form.tsx'
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
  const [isConfirming, setIsConfirming] = useState(false)
  const close = () => setIsConfirming(false)
  const save = useSaveCap(slug)
  const form = useForm({
    initial: { isOn: cap !== null, text: suggested },
    paths: { text: 'cap_micros' },
    check: (values) => {
      const problem = capProblem(getCap(values))
      return problem === undefined ? {} : { cap_micros: problem }
    },
    disabledReason: (values) => fixed ?? (isChanged(values, cap) ? undefined : noChanges),
    send: async (values) => {
      const next = getCap(values) ?? null
      if (next === null || next <= spent) setIsConfirming(true)
      else await save.mutateAsync(next)
    },
  })
  const { isOn, text } = form.values
  const newCap = getCap(form.values)

  return (
    <Form form={form} label="Spend cap">
      <CardBody>
        <CapSwitch isOn={isOn} fixedReason={fixed} onChange={(next) => form.set({ isOn: next })} />
        {isOn && (
          <div className="max-w-60">
            <DollarField
              label="Amount per period"
              value={text}
              error={form.errors['cap_micros']}
              isFixed={fixed !== undefined}
              onChange={(typed) => {
                form.set({ text: typed })
                onAmount(typed)
              }}
            />
          </div>
        )}
        {isOn && isChanged(form.values, cap) && typeof newCap === 'number' && newCap <= spent && (
          <AlreadySpent micros={spent} />
        )}
        <FormFailure form={form} />
        <div>
          <SubmitButton form={form}>Save</SubmitButton>
        </div>
      </CardBody>
      {isConfirming && typeof newCap === 'number' && (
        <ReachedCap save={save} spent={spent} cap={newCap} onClose={close} />
      )}
      {isConfirming && newCap === null && (
        <WithoutCap save={save} forecast={forecast} onClose={close} />
      )}
    </Form>
  )
}

type Values = { isOn: boolean; text: string }

/** In micro-dollars; null without a cap, and undefined where the text is not an amount. */
const getCap = ({ isOn, text }: Values) => (isOn ? parseDollars(text) : null)

const isChanged = ({ isOn, text }: Values, cap: number | null) =>
  isOn ? cap === null || text !== dollarsText(cap) : cap !== null

const AlreadySpent = ({ micros }: { micros: number }) => (
  <Notice tone="warn" title={`This period has already cost ${formatMoney(micros)}`}>
    The steps marked as reached below take effect when you save.
  </Notice>
)

/** Why an amount cannot be saved; the wording of its limits is the contract's. */
function capProblem(cap: number | null | undefined): string | undefined {
  if (cap === undefined) return 'Enter an amount in dollars, such as 50 or 49.50'
  return checkFields(billing.setSpendCap, { cap_micros: cap })['cap_micros']
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
