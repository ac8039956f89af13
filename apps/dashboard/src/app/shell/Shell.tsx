import { ApiError } from '@basalt/contract/errors'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'

import { AccessScope } from '../../lib/access/access.tsx'
import { useGo } from '../../lib/browser/use-go.ts'
import { useInstall } from '../../lib/install.tsx'
import { queryClient } from '../../lib/network/query-client.ts'
import { paths } from '../../lib/paths.ts'
import { profileQuery } from '../../lib/session/account.ts'
import { endSession } from '../../lib/session/session.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { late } from '../../ui/late.tsx'
import { listAreas } from './areas.ts'
import { useScope } from './banners/use-scope.ts'
import { Rail } from './Rail.tsx'
import { RouteError } from './RouteError.tsx'
import { TopBar } from './TopBar.tsx'
import { UnresponsiveDatabase } from './UnresponsiveDatabase.tsx'

/** Keys and dialogs are loaded after the page itself. */
const Overlays = late(async () => (await import('./Overlays.tsx')).Overlays)

/** The frame around every page of a signed-in person. */
export function Shell() {
  const install = useInstall()
  const scope = useScope()
  useSessionEnd()
  const { projectRef, project, organization, pathname } = scope
  const areas = listAreas({ install, projectRef, slug: organization?.slug, pathname })
  const organizationSlug = project?.organization_slug ?? organization?.slug ?? ''

  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[44px_minmax(0,1fr)_48px] tablet:grid-cols-[auto_minmax(0,1fr)] tablet:grid-rows-[44px_minmax(0,1fr)]">
      <TopBar scope={scope} />
      <Rail areas={areas} pathname={pathname} />
      <main
        id="content"
        tabIndex={-1}
        className="relative col-start-1 row-start-2 min-h-0 overflow-y-auto outline-none tablet:col-start-2"
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
      {projectRef !== undefined && (
        <UnresponsiveDatabase key={projectRef} projectRef={projectRef} />
      )}
      <Overlays scope={scope} areas={areas} />
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
