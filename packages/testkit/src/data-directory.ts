import { symlink } from 'node:fs/promises'
import { join } from 'node:path'

import { inject } from 'vitest'

import { type TemporaryFolder, temporaryFolder } from './places.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The directory of the stopped template cluster. */
    templates: string
  }
}

/**
 * An empty data directory whose clusters are copied from the template of this run: creating a
 * cluster takes longer than starting a copy.
 */
export async function dataDirectory(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder()
  await symlink(inject('templates'), join(folder.path, 'templates'))
  return folder
}
