import type { Install } from '@basalt/contract'

import { paths } from './paths.ts'

/** Where a signed-in person starts: their organizations, or the only project there is. */
export const homePath = (install: Install): string =>
  install.capabilities.includes('organizations') ? paths.organizations() : paths.defaultProject()
