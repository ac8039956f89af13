import { type OrganizationPlan, planFeatures } from '@basalt/catalog'
import { useState } from 'react'

import { Button } from '../../ui/Button.tsx'
import { FeatureCategory } from './FeatureCategory.tsx'
import { FeatureTableHead } from './FeatureTableHead.tsx'

const categoryIds = planFeatures.map(({ id }) => id)
const anchorOf = (id: string) => `plan-${id}`

/**
 * What each plan includes, by category. Where there is no room for all plans it shows one of
 * them, and a switch to another. Its heading stays in sight while the page scrolls.
 */
export function FeatureTable({ current }: { current: OrganizationPlan | undefined }) {
  const [open, setOpen] = useState<readonly string[]>(categoryIds)
  const [shown, setShown] = useState<OrganizationPlan>(current ?? 'pro')
  const toggle = (id: string) =>
    setOpen(open.includes(id) ? open.filter((one) => one !== id) : [...open, id])
  const isAnyOpen = open.length > 0
  return (
    <section aria-label="What each plan includes" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-lg font-semibold">What each plan includes</h2>
        <Button variant="ghost" onClick={() => setOpen(isAnyOpen ? [] : categoryIds)}>
          {isAnyOpen ? 'Collapse all' : 'Expand all'}
        </Button>
      </div>
      <nav aria-label="Feature categories" className="flex flex-wrap gap-1.5">
        {planFeatures.map(({ id, title }) => (
          <a
            key={id}
            href={`#${anchorOf(id)}`}
            className="rounded-full border border-line-strong px-2.5 py-0.5 text-ink-soft hover:border-control hover:text-ink pointer-coarse:py-2"
            onClick={() => open.includes(id) || toggle(id)}
          >
            {title}
          </a>
        ))}
      </nav>
      <table className="w-full table-fixed border-separate border-spacing-0 rounded-card border border-line bg-surface">
        <FeatureTableHead current={current} shown={shown} onShow={setShown} />
        {planFeatures.map(({ id, title, features }) => (
          <FeatureCategory
            key={id}
            anchor={anchorOf(id)}
            title={title}
            features={features}
            shown={shown}
            isOpen={open.includes(id)}
            onToggle={() => toggle(id)}
          />
        ))}
      </table>
    </section>
  )
}
