import type { Plugin } from 'vite'

/** The name of the schema library in the build, where many dependencies have their own `z`. */
export const pureName = 'pureSchema'

/**
 * Gives the schema library a unique name, so that the build can mark its calls as pure: unused ones
 * are removed. Marking `z` also removed calls of anything that a minified dependency calls `z`,
 * such as the sort order of a picker's matches.
 */
export function pureSchemas(): Plugin {
  return {
    name: 'basalt-pure-schemas',
    apply: 'build',
    transform: {
      filter: { id: /\/(?:apps|packages)\/[^?]*\/src\//u, code: 'zod/mini' },
      handler: (code) => ({ code: renamed(code), map: null }),
    },
  }
}

export const renamed = (code: string) =>
  code
    .replace(/import \{ z \} from (?=["']zod\/mini["'])/u, `import { z as ${pureName} } from `)
    .replaceAll(/(?<![\w$.])z(?=\s*\.)/gu, pureName)
