import { Outlet, useLocation } from '@tanstack/react-router'
import { clsx } from 'clsx'

import { isCapable, useInstall } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { operatorPages } from './operator-pages.ts'

/** The operator area, with the links between its pages. */
export function OperatorLayout() {
  const install = useInstall()
  const pages = operatorPages.filter(
    ({ needs }) => needs === undefined || isCapable(install, needs),
  )
  const pathname = useLocation({ select: (location) => location.pathname.replace(/\/$/u, '') })
  return (
    <>
      <nav
        aria-label="Operator"
        className="sticky top-0 z-20 flex h-10 gap-1 overflow-x-auto border-b border-line bg-canvas px-2 tablet:px-6"
      >
        {pages.map(({ label, href }) => (
          <Link
            key={href}
            href={href}
            aria-current={pathname === href ? 'page' : undefined}
            className={clsx(
              'flex flex-none items-center border-b-2 px-2 pt-0.5 whitespace-nowrap focus-visible:-outline-offset-2',
              pathname === href
                ? 'border-accent text-ink'
                : 'border-transparent text-ink-faint hover:text-ink',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  )
}
