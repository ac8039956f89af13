import type { Install } from '@basalt/contract/utility'

import { paths } from '../paths.ts'
import { storage } from '../storage/storage.ts'

/** Where a signed-in person starts: their organizations, or the only project there is. */
export const homePath = (install: Install): string =>
  install.capabilities.includes('organizations') ? paths.organizations() : paths.defaultProject()

/** Where the start page leads: the organization of the last visit, where there was one. */
export function getHome(install: Install): string {
  const last = storage.lastOrganization.get()
  const isKept = last !== undefined && install.capabilities.includes('organizations')
  return isKept ? paths.organization(last) : homePath(install)
}
