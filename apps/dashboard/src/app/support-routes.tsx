import type { Install } from '@basalt/contract/utility'
import { useQuery } from '@tanstack/react-query'
import { createRoute, Outlet } from '@tanstack/react-router'

import { profileQuery } from '../lib/session/account.ts'
import { currentProfile } from '../lib/session/session.ts'
import { page } from './page.tsx'
import { rootRoute, signedInRoute } from './root.tsx'
import { type RawSearch, toText } from './search.ts'
import { Shell } from './shell/Shell.tsx'

/** Inside the frame for signed-in users; a failure to detect that does not block the form. */
const anybodyRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'anybody',
  beforeLoad: async ({ context: { client, install } }) => {
    await currentProfile(client, install).catch(() => undefined)
  },
  component: AnybodyFrame,
})

function AnybodyFrame() {
  const { data: profile } = useQuery({ ...profileQuery(), enabled: false })
  return profile === undefined ? <Outlet /> : <Shell />
}

const supportQuery = (raw: RawSearch) => ({
  category: toText(raw, 'category'),
  sid: toText(raw, 'sid'),
  subject: toText(raw, 'subject'),
  message: toText(raw, 'message'),
})

const newRequestRoute = createRoute({
  getParentRoute: () => anybodyRoute,
  path: '/support/new',
  validateSearch: supportQuery,
  component: page(
    () => import('../areas/support/SupportFormPage.tsx'),
    'SupportFormPage',
    (_, query: ReturnType<typeof supportQuery>) => ({ query }),
  ),
})

const listSearch = (raw: RawSearch) => ({ search: toText(raw, 'search') })

const requestsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/support',
  validateSearch: listSearch,
  component: page(
    () => import('../areas/support/SupportPage.tsx'),
    'SupportPage',
    (_, search: ReturnType<typeof listSearch>) => search,
  ),
})

const requestRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/support/$id',
  component: page(
    () => import('../areas/support/RequestPage.tsx'),
    'RequestPage',
    ({ id = '' }) => ({ id }),
  ),
})

export const supportRoutes = () => [anybodyRoute.addChildren([newRequestRoute])]

/** Without accounts, requests are answered by email. */
export const requestRoutes = ({ capabilities }: Install) =>
  capabilities.includes('accounts') ? [requestsRoute, requestRoute] : []
