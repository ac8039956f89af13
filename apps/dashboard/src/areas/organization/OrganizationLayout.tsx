import type { Capability } from '@basalt/contract/route'
import type { Install } from '@basalt/contract/utility'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { clsx } from 'clsx'

import { isCapable, useInstall } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { organizationsQuery, profileQuery } from '../../lib/session/account.ts'

const pages: readonly Tab[] = [
  { label: 'Projects', path: paths.organization },
  { label: 'Team', path: paths.team },
  { label: 'Usage', path: paths.organizationUsage, needs: 'billing' },
  { label: 'Billing', path: paths.organizationBilling, needs: 'billing' },
  { label: 'Audit log', path: paths.organizationAudit },
  { label: 'Security', path: paths.organizationSecurity },
  { label: 'Single sign-on', path: paths.organizationSso },
  { label: 'General', path: paths.organizationGeneral },
]

type Tab = { label: string; path: (slug: string) => string; needs?: Capability }

/** The pages of one organization, with the links between them. */
export function OrganizationLayout({ slug }: { slug: string }) {
  const install = useInstall()
  const pathname = useLocation({ select: (location) => location.pathname.replace(/\/$/u, '') })
  const { data: organizations = [] } = useQuery(organizationsQuery())
  const { data: profile } = useQuery(profileQuery())
  const organization = organizations.find((one) => one.slug === slug)
  // All other pages are closed until there is a second factor; this page explains it.
  const isClosed =
    organization?.organization_requires_mfa === true && profile?.is_mfa_enabled === false

  return (
    <>
      {!isClosed && (
        <nav
          aria-label="Organization"
          className="sticky top-0 z-20 flex h-10 gap-1 overflow-x-auto border-b border-line bg-canvas px-2 tablet:px-6"
        >
          {offeredIn(install).map(({ label, path }) => {
            const href = path(slug)
            const isCurrent = pathname === href
            return (
              <Link
                key={label}
                href={href}
                aria-current={isCurrent ? 'page' : undefined}
                className={clsx(
                  'flex flex-none items-center border-b-2 px-2 pt-0.5 whitespace-nowrap focus-visible:-outline-offset-2',
                  isCurrent
                    ? 'border-accent text-ink'
                    : 'border-transparent text-ink-faint hover:text-ink',
                )}
              >
                {label}
              </Link>
            )
          })}
        </nav>
      )}
      <Outlet />
    </>
  )
}

const offeredIn = (install: Install): readonly Tab[] =>
  pages.filter(({ needs }) => needs === undefined || isCapable(install, needs))
