import { isOffered, type OrganizationPlan, type PlanFeature, planFeatures } from '@basalt/catalog'
import { Fragment, useState } from 'react'

import { useInstall } from '../../lib/install.tsx'
import { Button } from '../../ui/Button.tsx'
import { FeatureCategory } from './FeatureCategory.tsx'
import { FeatureTableHead } from './FeatureTableHead.tsx'

const getAnchor = (id: string) => `plan-${id}`

/**
 * The features that this install offers, by category, with each plan's share. In a narrow layout it
 * shows one plan, and a switch to another. Its heading stays visible while the page scrolls.
 */
export function FeatureTable({ current }: { current: OrganizationPlan | undefined }) {
  const { capabilities } = useInstall()
  const categories = listCategories((feature) => isOffered(feature, capabilities))
  const missing = listCategories((feature) => !isOffered(feature, capabilities))
  const categoryIds = categories.map(({ id }) => id)
  const [open, setOpen] = useState<readonly string[]>(categoryIds)
  const [shown, setShown] = useState<OrganizationPlan>(current ?? 'pro')
  const toggle = (id: string) =>
    setOpen(open.includes(id) ? open.filter((one) => one !== id) : [...open, id])
  const isAnyOpen = open.length > 0
  return (
    <section aria-label="Plan features" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-lg font-semibold">Plan features</h2>
        <Button variant="ghost" onClick={() => setOpen(isAnyOpen ? [] : categoryIds)}>
          {isAnyOpen ? 'Collapse all' : 'Expand all'}
        </Button>
      </div>
      <nav aria-label="Feature categories" className="flex flex-wrap gap-1.5">
        {categories.map(({ id, title }) => (
          <a
            key={id}
            href={`#${getAnchor(id)}`}
            className="rounded-full border border-line-strong px-2.5 py-0.5 text-ink-soft hover:border-control hover:text-ink pointer-coarse:py-2"
            onClick={() => open.includes(id) || toggle(id)}
          >
            {title}
          </a>
        ))}
      </nav>
      <table className="w-full table-fixed border-separate border-spacing-0 rounded-card border border-line bg-surface">
        <FeatureTableHead current={current} shown={shown} onShow={setShown} />
        {categories.map(({ id, title, features }) => (
          <FeatureCategory
            key={id}
            anchor={getAnchor(id)}
            title={title}
            features={features}
            shown={shown}
            isOpen={open.includes(id)}
            onToggle={() => toggle(id)}
          />
        ))}
      </table>
      {missing.length > 0 && <MissingFeatures categories={missing} />}
    </section>
  )
}

type Category = { id: string; title: string; features: readonly PlanFeature[] }

const listCategories = (isShown: (feature: PlanFeature) => boolean): Category[] =>
  planFeatures
    .map(({ id, title, features }): Category => ({
      id,
      title,
      features: (features as readonly PlanFeature[]).filter(isShown),
    }))
    .filter(({ features }) => features.length > 0)

/** Features that no plan has here, so that users do not buy a plan for one of them. */
const MissingFeatures = ({ categories }: { categories: readonly Category[] }) => (
  <section aria-label="Not available in this install yet" className="flex flex-col gap-2 pt-3">
    <h3 className="font-semibold">Not available in this install yet</h3>
    <dl className="grid gap-x-6 gap-y-1 text-ink-soft tablet:grid-cols-[max-content_1fr]">
      {categories.map(({ id, title, features }) => (
        <Fragment key={id}>
          <dt className="font-medium text-ink max-tablet:mt-2">{title}</dt>
          <dd>{features.map((feature) => feature.title).join(', ')}</dd>
        </Fragment>
      ))}
    </dl>
  </section>
)
