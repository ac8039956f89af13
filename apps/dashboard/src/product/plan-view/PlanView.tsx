import { type ReactNode, useMemo, useState } from 'react'

import { CopyButton } from '../../ui/CopyButton.tsx'
import { TabBar } from '../../ui/TabBar.tsx'
import { listFigures } from './figures.ts'
import { listHints } from './hints.ts'
import type { Plan } from './plan-node.ts'
import { planText } from './plan-text.ts'
import { PlanComparison } from './PlanComparison.tsx'
import { PlanHints } from './PlanHints.tsx'
import { PlanTotals } from './PlanTotals.tsx'
import { PlanTree } from './PlanTree.tsx'

type Props = {
  plan: Plan
  /** A plan pinned for comparison, with its label. */
  pinned?: { label: string; plan: Plan } | undefined
  /** Buttons next to the totals. */
  actions?: ReactNode
}

type View = 'tree' | 'text' | 'json' | 'comparison'

/** A plan as a tree with its figures, as text and as JSON, and next to a pinned one. */
export function PlanView({ plan, pinned, actions }: Props) {
  const [view, setView] = useState<View>('tree')
  const [chosen, setChosen] = useState('0')
  const figures = useMemo(() => listFigures(plan), [plan])
  const hints = useMemo(() => listHints(plan, figures.of), [plan, figures])
  const tabs: { id: View; label: string }[] = [
    { id: 'tree', label: 'Tree' },
    { id: 'text', label: 'Text' },
    ...(plan.format === 'json' ? [{ id: 'json' as const, label: 'JSON' }] : []),
    ...(pinned === undefined ? [] : [{ id: 'comparison' as const, label: 'Compare' }]),
  ]
  const shown = tabs.some(({ id }) => id === view) ? view : 'tree'

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-x-2 border-b border-line px-3">
        <div className="-mb-px max-tablet:grow">
          <TabBar
            label="Plan views"
            tabs={tabs}
            chosen={shown}
            onChoose={(id) => setView(id as View)}
          />
        </div>
        <PlanTotals plan={plan} />
        <span className="flex-1 max-tablet:hidden" />
        <div className="flex flex-none items-center gap-1 py-0.5">{actions}</div>
      </div>
      {shown === 'tree' && (
        <div className="min-h-0 flex-1 overflow-auto">
          <PlanHints
            hints={hints}
            onShow={(id) => {
              setChosen(id)
              document.querySelector<HTMLElement>(`[data-plan-node="${id}"]`)?.focus()
            }}
          />
          <PlanTree plan={plan} figures={figures.of} chosen={chosen} onChoose={setChosen} />
        </div>
      )}
      {shown === 'text' && <Source label="Plan as text" text={planText(plan)} />}
      {shown === 'json' && <Source label="Plan as JSON" text={indented(plan.source)} />}
      {shown === 'comparison' && pinned !== undefined && (
        <PlanComparison before={pinned} after={plan} />
      )}
    </div>
  )
}

const indented = (source: string) => JSON.stringify(JSON.parse(source), null, 2)

function Source({ label, text }: { label: string; text: string }) {
  return (
    <div className="relative min-h-0 flex-1">
      <span className="absolute top-2 right-4">
        <CopyButton isIcon text={text} label="Copy plan" />
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys */}
      <section tabIndex={0} aria-label={label} className="h-full overflow-auto p-3">
        <pre className="font-mono text-xs leading-5 [font-variant-ligatures:none]">{text}</pre>
      </section>
    </div>
  )
}
