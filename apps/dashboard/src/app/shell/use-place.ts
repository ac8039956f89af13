import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { useInstall } from '../../lib/install.tsx'
import { profileQuery } from '../../lib/session/account.ts'
import { storage } from '../../lib/storage/storage.ts'
import type { ShellScope } from './banners/use-scope.ts'
import { listedPreviews, type Place } from './navigation.ts'

/** Where the user is, for the navigation; from what is cached already. */
export function usePlace({ projectRef, organization }: ShellScope): Place {
  const install = useInstall()
  const { data: profile } = useQuery(profileQuery())
  const previews = useSyncExternalStore(watchPreviews, readPreviews).split(' ')
  const requiresMfa = organization?.organization_requires_mfa === true
  return {
    install,
    projectRef,
    slug: organization?.slug,
    isClosed: requiresMfa && profile?.is_mfa_enabled === false,
    isOperator: profile?.is_operator === true,
    previews,
  }
}

const watchPreviews = (watcher: () => void) => {
  const stops = listedPreviews.map((key) => storage.preview(key).subscribe(watcher))
  return () => stops.forEach((stop) => stop())
}

/** As one text, which React can compare. */
const readPreviews = () => listedPreviews.filter((key) => storage.preview(key).get()).join(' ')
