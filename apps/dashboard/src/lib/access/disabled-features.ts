import type { DisableableFeature } from '@basalt/catalog'
import { useQuery } from '@tanstack/react-query'

import { useInstall } from '../install.tsx'
import { profileQuery } from '../session/account.ts'

/**
 * Why a feature is switched off, or undefined when it is not: no feature is hidden silently. The
 * profile decides once it is known; before a sign-in the install does.
 */
export function useSwitchedOff(feature: DisableableFeature | undefined): string | undefined {
  const { disabled_features: ofInstall } = useInstall()
  const { data: profile } = useQuery({ ...profileQuery(), enabled: false })
  const disabled = profile?.disabled_features ?? ofInstall
  return feature !== undefined && disabled.includes(feature)
    ? `Turned off by your administrator (BASALT_DISABLED_FEATURES: ${feature})`
    : undefined
}
