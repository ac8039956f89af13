import type { Column } from '@basalt/contract'
import { Filter as FilterIcon, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { Button } from '../../ui/Button.tsx'
import type { Filter } from './queries.ts'

const loadForm = () => import('./FilterForm.tsx')
const FilterForm = lazy(async () => ({ default: (await loadForm()).FilterForm }))

type Props = {
  columns: readonly Column[]
  filter: Filter | null
  /** The column that the form begins with, when it is known what the user looks at. */
  suggested: string | undefined
  onChange: (filter: Filter | null) => void
}

/** Rows whose column equals a value; the filter itself lives in the URL. */
export function FilterBar({ columns, filter, suggested, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) {
    return (
      <Suspense>
        <FilterForm
          columns={columns}
          initial={filter ?? { column: suggested ?? columns[0]?.name ?? '', value: '' }}
          onClose={() => setIsOpen(false)}
          onApply={(next) => {
            setIsOpen(false)
            onChange(next)
          }}
        />
      </Suspense>
    )
  }
  if (filter === null) {
    return (
      <Button
        variant="ghost"
        icon={FilterIcon}
        // Here before the press, so that what is typed after it finds its field.
        onPointerEnter={() => void loadForm()}
        onFocus={() => void loadForm()}
        onClick={() => setIsOpen(true)}
      >
        Filter
      </Button>
    )
  }
  return (
    <span className="flex min-w-0 items-center overflow-hidden rounded-control border border-line-strong">
      <button
        type="button"
        className="flex h-[26px] min-w-0 items-center gap-2 px-2 hover:bg-hover"
        onClick={() => setIsOpen(true)}
      >
        <span className="truncate">{filter.column}</span>
        <span className="text-accent">equals</span>
        <code className="truncate font-mono text-xs">
          {filter.value === '' ? '(empty text)' : filter.value}
        </code>
      </button>
      <button
        type="button"
        aria-label="Remove the filter"
        className="grid h-[26px] w-7 flex-none place-items-center border-l border-line text-ink-faint hover:bg-hover hover:text-ink"
        onClick={() => onChange(null)}
      >
        <X aria-hidden className="size-3.5!" />
      </button>
    </span>
  )
}
