import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files of the program around the module that starts it. */
export type ProgramFiles = ReturnType<typeof locateProgramFiles>

/** @param main the URL of the built `main.js`: its parts may be in another folder. */
export function locateProgramFiles(main: string) {
  const locate = (path: string) => fileURLToPath(new URL(path, main))
  return {
    main: fileURLToPath(main),
    strengthThread: new URL('strength-thread.js', main),
    grammarProcess: new URL('grammar-process.js', main),
    guidesDirectory: locate('../../../docs/guides'),
    /** Null without a built dashboard. */
    dashboardDirectory: existing(locate('../../dashboard/dist'), 'index.html'),
    version: readVersion(locate('../package.json')),
  }
}

const existing = (directory: string, file: string) =>
  existsSync(join(directory, file)) ? directory : null

function readVersion(file: string): string {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return manifest.version
}
