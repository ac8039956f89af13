import type { Install } from '@basalt/contract/utility'

import { paths } from '../paths.ts'
import { storage } from '../storage/storage.ts'

/** The start page of a signed-in user: their organizations, or the only project. */
export const homePath = (install: Install): string =>
  install.capabilities.includes('organizations') ? paths.organizations() : paths.defaultProject()

/** The target of the start page: the last visited organization, if any. */
export function getHome(install: Install): string {
  const last = storage.lastOrganization.get()
  const isKept = last !== undefined && install.capabilities.includes('organizations')
  return isKept ? paths.organization(last) : homePath(install)
}
