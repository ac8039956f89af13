import { clsx } from 'clsx'
import { ChevronsLeft, ChevronsRight } from 'lucide-react'

import { Link } from '../../lib/Link.tsx'
import { storage } from '../../lib/storage/storage.ts'
import { useSetting } from '../../lib/storage/use-setting.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import type { RailLink } from './navigation.ts'

type Props = { sections: readonly RailLink[] }

/** The sections of the product: a rail of icons on the left, a bar at the bottom of a phone. */
export function Rail({ sections }: Props) {
  const [isPinned, setIsPinned] = useSetting(storage.isRailPinned)
  const Fold = isPinned ? ChevronsLeft : ChevronsRight
  const foldLabel = isPinned ? 'Collapse navigation' : 'Expand navigation'

  return (
    <nav
      aria-label="Product"
      className={clsx(
        'flex min-w-0 flex-1 items-stretch border-t border-line bg-canvas max-tablet:overflow-x-auto',
        'tablet:flex-none tablet:flex-col tablet:justify-start tablet:gap-0.5 tablet:border-t-0 tablet:border-r tablet:p-2',
        isPinned ? 'tablet:w-52' : 'tablet:w-12',
      )}
    >
      {sections
        .filter(({ isOnRail }) => isOnRail)
        .map((section) => (
          <RailItem key={section.name} section={section} isNamed={isPinned} />
        ))}
      <Tooltip content={foldLabel} side="right">
        <button
          type="button"
          aria-label={foldLabel}
          aria-pressed={isPinned}
          className="mt-auto hidden size-8 place-items-center rounded-control text-ink-faint hover:bg-hover hover:text-ink tablet:grid"
          onClick={() => setIsPinned(!isPinned)}
        >
          <Fold aria-hidden />
        </button>
      </Tooltip>
    </nav>
  )
}

function RailItem({ section, isNamed }: { section: RailLink; isNamed: boolean }) {
  const { icon: Icon, label, href, keys, isCurrent } = section
  const link = (
    <Link
      href={href}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      className={clsx(
        'relative flex min-w-15 flex-1 flex-col items-center justify-center gap-0.5 text-[11px] leading-4',
        'tablet:h-8 tablet:min-w-0 tablet:flex-none tablet:flex-row tablet:justify-start tablet:gap-2.5 tablet:rounded-control tablet:px-2 tablet:text-sm',
        'transition-colors duration-[120ms]',
        isCurrent
          ? 'text-accent tablet:bg-accent-wash tablet:text-accent'
          : 'text-ink-faint hover:bg-hover hover:text-ink',
      )}
    >
      <Icon />
      <span className={clsx('max-w-full truncate', !isNamed && 'tablet:sr-only')}>{label}</span>
    </Link>
  )
  if (isNamed) return link
  return (
    <Tooltip content={label} {...(keys !== undefined && { keys })} side="right">
      {link}
    </Tooltip>
  )
}
