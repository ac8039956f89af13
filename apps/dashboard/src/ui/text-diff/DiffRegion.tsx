import { useLayoutEffect, useRef, useState } from 'react'

import { plural } from '../../lib/format/format.ts'
import { Button } from '../Button.tsx'
import { createDiffView, type LineCounts } from './diff-view.ts'

type Props = {
  before: string
  after: string
  /** The name of the region. */
  label: string
}

/** The differences of two texts, line by line; unchanged lines can be shown. */
export function DiffRegion({ before, after, label }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const [counts, setCounts] = useState<LineCounts>()
  const [isCollapsed, setIsCollapsed] = useState(true)
  useLayoutEffect(() => {
    if (host.current === null || before === after) return undefined
    const view = createDiffView(host.current, { before, after, label, isCollapsed })
    // Only the library knows which lines differ.
    // oxlint-disable-next-line react/set-state-in-effect
    setCounts(view.counts)
    return view.destroy
  }, [before, after, label, isCollapsed])
  if (before === after) return <p className="p-3 text-ink-soft">Both versions are identical.</p>
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <output className="tabular text-xs text-ink-soft">
          {counts !== undefined &&
            `${plural(counts.removed, 'line')} removed, ${plural(counts.added, 'line')} added`}
        </output>
        <Button
          size="small"
          aria-pressed={!isCollapsed}
          onClick={() => setIsCollapsed(!isCollapsed)}
        >
          Show unchanged lines
        </Button>
      </div>
      <section
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys
        tabIndex={0}
        className="max-h-[60vh] overflow-auto rounded-control border border-line bg-canvas"
      >
        <div ref={host} />
      </section>
    </div>
  )
}
