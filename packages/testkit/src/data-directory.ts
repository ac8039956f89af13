import { symlink } from 'node:fs/promises'
import { join } from 'node:path'

import { inject } from 'vitest'

import { type TemporaryFolder, temporaryFolder } from './places.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A directory that holds the stopped cluster which new ones are copied from. */
    templates: string
  }
}

/**
 * An empty data directory whose clusters are copied from the template that was made for the
 * run: making one takes longer than starting what is copied from it.
 */
export async function dataDirectory(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder()
  await symlink(inject('templates'), join(folder.path, 'templates'))
  return folder
}
