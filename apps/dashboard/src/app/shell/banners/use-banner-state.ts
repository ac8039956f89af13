import { notices } from '@basalt/catalog'
import { customers } from '@basalt/contract/billing/customer'
import { invoices } from '@basalt/contract/billing/invoices'
import { status } from '@basalt/contract/status'
import { utility } from '@basalt/contract/utility'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { useCan } from '../../../lib/access/access.tsx'
import { useCapability } from '../../../lib/install.tsx'
import { query } from '../../../lib/network/api.ts'
import { projectQuery } from '../../../lib/session/account.ts'
import { storage } from '../../../lib/storage/storage.ts'
import { type BannerState, needsBillingAddress } from './banners.ts'
import { useScope } from './use-scope.ts'

const minuteMs = 60_000
/** SPEC.md section 9: "checked every 30 minutes". */
const clockIntervalMs = 30 * minuteMs

/** Banners for everyone, signed in or not. */
export function useCommonState() {
  const { data: current } = useQuery({ ...query(status.get, {}), refetchInterval: minuteMs })
  const clock = useQuery({
    ...query(utility.utcTime, {}),
    staleTime: clockIntervalMs,
    refetchInterval: clockIntervalMs,
  })
  return {
    incidents: current?.incidents ?? [],
    shown: current?.notices ?? [],
    // The moment of the answer, by this browser's clock, was noted with it.
    clockSkewMs:
      clock.data === undefined ? undefined : clock.dataUpdatedAt - Date.parse(clock.data.utcTime),
  }
}

/** Banners of the page's organization; needs an `AccessScope` of it. */
export function useSignedInState(): BannerState {
  const { shown, ...common } = useCommonState()
  const { organization, organizations, isInOrganization, projectRef, projects } = useScope()
  const ofPage = isInOrganization ? organization : undefined
  const hasBilling = useCapability('billing')
  const hasAssistant = useCapability('assistant')
  const { data: overdue = [] } = useQuery({ ...query(invoices.overdue, {}), enabled: hasBilling })
  // SPEC.md section 5, "Customer profile call".
  const canRead = useCan(customers.get)
  const needsAddress = ofPage !== undefined && needsBillingAddress(ofPage)
  const { data: customer } = useQuery({
    ...query(customers.get, { params: { slug: ofPage?.slug ?? '' } }),
    enabled: hasBilling && canRead && needsAddress,
  })
  const { data: project } = useQuery({
    ...projectQuery(projectRef ?? ''),
    // Its disk usage changes without any action on this page.
    refetchInterval: minuteMs,
    enabled: projectRef !== undefined,
  })
  const dismissed = useDismissed()
  return {
    ...common,
    isSignedIn: true,
    hasBilling,
    hasAssistant,
    ownRegions: projects.map(({ region }) => region),
    notices: notices.filter(({ key }) => shown.includes(key) && !dismissed.includes(key)),
    organization: ofPage,
    project: projectRef === undefined ? undefined : project,
    organizations,
    overdue,
    customer: needsAddress ? customer : undefined,
  }
}

const flags = notices.map(({ key }) => ({ key, setting: storage.dismissedNotice(key) }))

function useDismissed(): string[] {
  const text = useSyncExternalStore(
    (listener) => {
      const ends = flags.map(({ setting }) => setting.subscribe(listener))
      return () => {
        for (const end of ends) end()
      }
    },
    () =>
      flags
        .filter(({ setting }) => setting.get())
        .map(({ key }) => key)
        .join(' '),
  )
  return text.split(' ')
}
