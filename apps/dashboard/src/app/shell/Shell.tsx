import { ApiError } from '@basalt/contract/errors'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'

import { AccessScope } from '../../lib/access/access.tsx'
import { useGo } from '../../lib/browser/use-go.ts'
import { useMatches } from '../../lib/browser/use-media.ts'
import { queryClient } from '../../lib/network/query-client.ts'
import { paths } from '../../lib/paths.ts'
import { profileQuery } from '../../lib/session/account.ts'
import { endSession } from '../../lib/session/session.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { late } from '../../ui/late.tsx'
import { useScope } from './banners/use-scope.ts'
import { listSections } from './navigation.ts'
import { Rail } from './Rail.tsx'
import { RouteError } from './RouteError.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import { TopBar } from './TopBar.tsx'
import { usePlace } from './use-place.ts'

/** Keys and dialogs are loaded after the page itself. */
const Overlays = late(async () => (await import('./Overlays.tsx')).Overlays)

/** Where the window is wide, it is never shown. */
const SectionBar = late(async () => (await import('./SectionBar.tsx')).SectionBar)

/** The frame around every page of a signed-in person. */
export function Shell() {
  const scope = useScope()
  useSessionEnd()
  const { projectRef, project, organization } = scope
  const pathname = scope.pathname.replace(/(?<=.)\/$/u, '')
  const place = usePlace(scope)
  const sections = listSections(place, pathname)
  const open = sections.find(({ isOnRail, isCurrent }) => isOnRail && isCurrent)
  const panel = open !== undefined && open.pages.length > 1 ? open : undefined
  const isWide = useMatches('(width >= 1024px)')
  const organizationSlug = project?.organization_slug ?? organization?.slug ?? ''

  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[44px_auto_minmax(0,1fr)_48px] tablet:grid-cols-[auto_minmax(0,1fr)] tablet:grid-rows-[44px_auto_minmax(0,1fr)]">
      <TopBar scope={scope} />
      <div className="row-start-4 flex min-h-0 tablet:row-span-2 tablet:row-start-2">
        <Rail sections={sections} />
        {panel !== undefined && isWide && <SectionPanel section={panel} pathname={pathname} />}
      </div>
      {panel !== undefined && !isWide && (
        <nav
          aria-label={panel.name}
          className="row-start-2 flex h-10 min-w-0 items-center border-b border-line px-2 tablet:col-start-2"
        >
          <SectionBar section={panel} pathname={pathname} />
        </nav>
      )}
      <main
        id="content"
        tabIndex={-1}
        className="relative col-start-1 row-start-3 min-h-0 overflow-y-auto outline-none tablet:col-start-2"
      >
        <AccessScope
          organizationSlug={organizationSlug}
          projectRef={project?.parent_project_ref ?? projectRef}
        >
          <ErrorBoundary
            resetKey={pathname}
            renderError={(error, reset) => <RouteError error={error} reset={reset} />}
          >
            <Outlet />
          </ErrorBoundary>
        </AccessScope>
      </main>
      <Overlays scope={scope} place={place} sections={sections} />
    </div>
  )
}

/** SPEC.md section 4: a profile answered with 401 ends the session here and leads to sign-in. */
function useSessionEnd() {
  const go = useGo()
  const { error } = useQuery(profileQuery())
  const hasEnded = error instanceof ApiError && error.code === 401
  useEffect(() => {
    if (!hasEnded) return
    const { pathname, search } = globalThis.location
    // Mounted components read once more and are refused as well.
    if (pathname.endsWith(paths.signIn())) return
    endSession(queryClient, 'expiry')
    go(paths.signIn(pathname + search), { replace: true })
  }, [hasEnded, go])
}
