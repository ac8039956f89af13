import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

import { AccessScope } from '../../../lib/access/access.tsx'
import { watchDatabases } from '../../../lib/network/reconnect.ts'
import { BannerList } from './BannerList.tsx'
import { listBanners } from './banners.ts'
import { useCommonState, useSignedInState } from './use-banner-state.ts'
import { useScope } from './use-scope.ts'

/** SPEC.md section 2, "Banners at the top of the app". */
export function Banners() {
  // A user on the way to a page that needs a session may have none.
  const isSignedIn = useRouterState({
    select: ({ matches }) =>
      matches.some(({ routeId, status }) => routeId.endsWith('signed-in') && status === 'success'),
  })
  return isSignedIn ? <SignedInBanners /> : <CommonBanners />
}

function CommonBanners() {
  const { incidents, clockSkewMs } = useCommonState()
  const state = {
    incidents,
    clockSkewMs,
    notices: [],
    ownRegions: [],
    hasBilling: false,
    organizations: [],
    overdue: [],
  }
  return <BannerList banners={listBanners({ ...state, isSignedIn: false })} />
}

function SignedInBanners() {
  const { organization, isInOrganization } = useScope()
  // Here because it is on every page and loaded after it.
  useEffect(watchDatabases, [])
  return (
    <AccessScope organizationSlug={isInOrganization ? (organization?.slug ?? '') : ''}>
      <BannersOfPage />
    </AccessScope>
  )
}

function BannersOfPage() {
  return <BannerList banners={listBanners(useSignedInState())} />
}
