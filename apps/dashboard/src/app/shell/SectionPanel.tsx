import { clsx } from 'clsx'

import { Link } from '../../lib/Link.tsx'
import { isOpenPage, type RailLink } from './navigation.ts'

type Props = { section: RailLink; pathname: string }

/** The pages of the open section, next to the rail. */
export function SectionPanel({ section, pathname }: Props) {
  return (
    <nav
      aria-label={section.name}
      className="flex w-52 flex-none flex-col overflow-y-auto border-r border-line p-2"
    >
      <p className="flex h-8 flex-none items-center px-2 font-semibold">{section.name}</p>
      <PageList section={section} pathname={pathname} />
    </nav>
  )
}

/** The links of the panel and of the drawer. */
export function PageList({ section, pathname, onChoose }: Props & { onChoose?: () => void }) {
  return (
    <div className="flex flex-col gap-0.5">
      {section.pages.map((page) => {
        const isCurrent = isOpenPage(page, pathname)
        return (
          <Link
            key={page.href}
            href={page.href}
            aria-current={isCurrent ? 'page' : undefined}
            className={clsx(
              'flex h-8 flex-none items-center rounded-control px-2 pointer-coarse:h-10',
              isCurrent
                ? 'bg-accent-wash font-medium text-accent-ink'
                : 'text-ink-soft hover:bg-hover hover:text-ink',
            )}
            onClick={onChoose}
          >
            <span className="truncate">{page.label}</span>
          </Link>
        )
      })}
    </div>
  )
}
