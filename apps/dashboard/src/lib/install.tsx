import type { Capability } from '@basalt/contract/route'
import type { Install } from '@basalt/contract/utility'
import { createContext, type ReactNode, use } from 'react'

const InstallContext = createContext<Install | null>(null)

export const InstallProvider = InstallContext.Provider

/** The capabilities of this install; known before the first render. */
export function useInstall(): Install {
  const install = use(InstallContext)
  if (install === null) throw new Error('useInstall needs an InstallProvider')
  return install
}

/** Whether the install offers the capability and it is not switched off. */
export const isCapable = (install: Install, capability: Capability): boolean =>
  install.capabilities.includes(capability) &&
  !(capability === 'billing' && install.disabled_features.includes('billing:all'))

export const useCapability = (capability: Capability): boolean =>
  isCapable(useInstall(), capability)

/** Shows its children only where the install offers the capability. */
export function Offered({ by, children }: { by: Capability; children: ReactNode }) {
  return useCapability(by) ? children : null
}
