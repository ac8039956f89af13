import type { Plugin } from 'vite'

/** What the schema library is called in the build, where many a dependency has a `z` of its own. */
export const pureName = 'pureSchema'

/**
 * Gives the schema library a name of its own, so that the build can be told that its calls do
 * nothing but answer: those that nobody reads are left out. Told so of `z`, it also left out the
 * calls of whatever a minified dependency calls `z`, such as the order of a picker's matches.
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
