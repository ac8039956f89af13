import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

import { AccessScope } from '../../lib/access.tsx'
import { watchDatabases } from '../../lib/until-back.ts'
import { useScope } from '../use-scope.ts'
import { BannerRow } from './BannerRow.tsx'
import { type Banner, bannersOf } from './banners.ts'
import { useCommonState, useSignedInState } from './use-banner-state.ts'

/** SPEC.md section 2, "Banners at the top of the app". */
export function Banners() {
  // Whoever is on the way to a page that needs a session may have none.
  const isSignedIn = useRouterState({
    select: ({ matches }) =>
      matches.some(({ routeId, status }) => routeId.endsWith('signed-in') && status === 'success'),
  })
  return isSignedIn ? <SignedInBanners /> : <CommonBanners />
}

function CommonBanners() {
  const { incidents, clockSkewMs } = useCommonState()
  const state = { incidents, clockSkewMs, notices: [], organizations: [], overdue: [] }
  return <BannerList banners={bannersOf({ ...state, isSignedIn: false })} />
}

function SignedInBanners() {
  const { organization, isInOrganization } = useScope()
  // Here because it is on every page and comes behind it.
  useEffect(watchDatabases, [])
  return (
    <AccessScope organizationSlug={isInOrganization ? (organization?.slug ?? '') : ''}>
      <BannersOfPage />
    </AccessScope>
  )
}

function BannersOfPage() {
  return <BannerList banners={bannersOf(useSignedInState())} />
}

/** Several at once never take more than a part of the window: the rest is scrolled to. */
function BannerList({ banners }: { banners: readonly Banner[] }) {
  if (banners.length === 0) return null
  return (
    <section aria-label="Banners" className="max-h-[33dvh] flex-none overflow-y-auto">
      {banners.map((banner) => (
        <BannerRow key={banner.key} banner={banner} />
      ))}
    </section>
  )
}
