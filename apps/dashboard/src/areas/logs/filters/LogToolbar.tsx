import { Funnel, RotateCw } from 'lucide-react'
import { useState } from 'react'

import { useShortcut } from '../../../lib/browser/shortcuts.ts'
import { useMatches } from '../../../lib/browser/use-media.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import type { LogPageState } from '../state/use-log-page.ts'
import type { LogRowsState } from '../state/use-log-rows.ts'
import { CustomRange } from './CustomRange.tsx'
import { DownloadMenu } from './DownloadMenu.tsx'
import { LiveButton } from './LiveButton.tsx'
import { RangeMenu } from './RangeMenu.tsx'
import { SearchField } from './SearchField.tsx'

type Props = {
  title: string
  projectRef: string
  page: LogPageState
  rows: LogRowsState
  hasFilters: boolean
  onToggleFilters: () => void
}

/** The range, the search and what can be done with the rows. */
export function LogToolbar(props: Props) {
  const { title, page, rows, hasFilters, onToggleFilters } = props
  const { view, change, refresh } = page
  const [isCustom, setIsCustom] = useState(false)
  const isPhone = useMatches('(width < 640px)')
  useShortcut({
    keys: 'f',
    label: 'Show or hide filters',
    group: 'This page',
    run: onToggleFilters,
  })
  useShortcut({ keys: 'r', label: 'Refresh the logs', group: 'This page', run: refresh })
  return (
    <header className="flex flex-none flex-col gap-2 border-b border-line px-4 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="min-w-0 flex-1 truncate text-base font-semibold">{title}</h1>
        <LiveButton page={page} />
        <IconButton
          icon={RotateCw}
          label="Refresh"
          keys="r"
          variant="secondary"
          isPending={rows.isReplaced}
          onClick={refresh}
        />
        <DownloadMenu {...props} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          icon={Funnel}
          aria-expanded={hasFilters}
          tooltip="Show or hide filters"
          keys="f"
          {...(isPhone && { 'aria-label': 'Filters' })}
          onClick={onToggleFilters}
        >
          Filters
        </Button>
        <RangeMenu page={page} onCustom={() => setIsCustom(true)} />
        <SearchField
          key={view.search}
          search={view.search}
          onSearch={(search) => change({ search })}
        />
        <Checkbox
          label="Basalt’s own rows"
          isChecked={view.includesOwn}
          onChange={(includesOwn) => change({ includesOwn })}
        />
      </div>
      {isCustom && <CustomRange page={page} onClose={() => setIsCustom(false)} />}
    </header>
  )
}
