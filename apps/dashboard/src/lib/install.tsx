import type { Capability, Install } from '@basalt/contract'
import { createContext, type ReactNode, use } from 'react'

const InstallContext = createContext<Install | null>(null)

export const InstallProvider = InstallContext.Provider

/** What this install offers; known before the first render. */
export function useInstall(): Install {
  const install = use(InstallContext)
  if (install === null) throw new Error('useInstall needs an InstallProvider')
  return install
}

export const useCapability = (capability: Capability): boolean =>
  useInstall().capabilities.includes(capability)

/** Shows its children only where the install offers the capability. */
export function Offered({ by, children }: { by: Capability; children: ReactNode }) {
  return useCapability(by) ? children : null
}
