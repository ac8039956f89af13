import {
  type OrganizationPlan,
  organizationPlans,
  type PlanFeature,
  type PlanFeatureValue,
} from '@basalt/catalog'
import { clsx } from 'clsx'
import { Check, ChevronRight, Minus } from 'lucide-react'

import { plural } from '../../lib/format/format.ts'
import { Badge } from '../../ui/Status.tsx'

type Props = {
  /** The id by which a link leads here. */
  anchor: string
  title: string
  features: readonly PlanFeature[]
  /** The plan that is shown where there is room for one only. */
  shown: OrganizationPlan
  isOpen: boolean
  onToggle: () => void
}

/** The rows of one category, below a heading that folds them away. */
export function FeatureCategory(props: Props) {
  const { anchor, title, features, shown, isOpen, onToggle } = props
  return (
    <tbody id={anchor} className="scroll-mt-16">
      <tr>
        <th scope="rowgroup" colSpan={2} className="border-b border-line bg-sunken p-0">
          <button
            type="button"
            aria-expanded={isOpen}
            className="flex w-full items-center gap-2 px-3 py-2 text-left font-semibold hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:py-3"
            onClick={onToggle}
          >
            <ChevronRight
              aria-hidden
              className={clsx(
                'text-ink-faint transition-transform duration-[120ms]',
                isOpen && 'rotate-90',
              )}
            />
            {title}
          </button>
        </th>
        {/* On a phone there are no more than the two columns of the heading. */}
        <td
          colSpan={organizationPlans.length - 1}
          className="border-b border-line bg-sunken px-3 py-2 text-right text-xs text-ink-faint max-tablet:hidden"
        >
          {plural(features.length, 'feature')}
        </td>
      </tr>
      {isOpen &&
        features.map((feature) => (
          <tr key={feature.key} className="hover:bg-hover">
            <th
              scope="row"
              className="border-b border-line px-3 py-2 text-left align-top font-normal break-words"
            >
              {feature.title}
              {feature.usage_based && (
                <span className="mt-0.5 block">
                  <Badge>Billed by usage</Badge>
                </span>
              )}
            </th>
            {organizationPlans.map((plan) => (
              <td
                key={plan}
                className={clsx(
                  'border-b border-line px-3 py-2 align-top break-words',
                  plan !== shown && 'max-tablet:hidden',
                )}
              >
                <FeatureValue value={feature.plans[plan]} />
              </td>
            ))}
          </tr>
        ))}
    </tbody>
  )
}

function FeatureValue({ value }: { value: PlanFeatureValue }) {
  if (typeof value === 'boolean') {
    const Icon = value ? Check : Minus
    return (
      <>
        <Icon className={clsx('mt-0.5', value ? 'text-good' : 'text-ink-faint')} />
        <span className="sr-only">{value ? 'Included' : 'Not included'}</span>
      </>
    )
  }
  if (typeof value === 'string') return value
  const [included, ...additional] = value
  return (
    <>
      {included}
      {additional.map((line) => (
        <span key={line} className="block text-xs text-ink-soft">
          {line}
        </span>
      ))}
    </>
  )
}
