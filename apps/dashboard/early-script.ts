import type { Plugin, Rolldown } from 'vite'

const source = 'src/early.ts'

/**
 * Puts `early.ts` before the shell as a separate script: otherwise a page's scripts would be joined
 * into one, and none of it would run before all of it is loaded.
 */
export function earlyScript(): Plugin {
  let isBuild = false
  return {
    name: 'basalt-early-script',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    buildStart() {
      if (isBuild) this.emitFile({ type: 'chunk', id: source, name: 'early' })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const chunk = Object.values(bundle ?? {})
          .filter((output) => output.type === 'chunk')
          .find(({ facadeModuleId }) => facadeModuleId?.endsWith(source) === true)
        const file = chunk && (onlyImportOf(chunk) ?? chunk.fileName)
        if (bundle && chunk && file !== chunk.fileName) delete bundle[chunk.fileName]
        const src = `/${file ?? source}`
        return [
          {
            tag: 'script',
            attrs: { type: 'module', crossorigin: true, src },
            injectTo: 'head-prepend',
          },
        ]
      },
    },
  }
}

type Chunk = Pick<Rolldown.OutputChunk, 'code' | 'imports'>

/**
 * Early code is shared with the shell, so it is in a separate chunk, and the entry only imports it:
 * the page references that chunk directly, which saves a request.
 */
export function onlyImportOf({ code, imports }: Chunk): string | undefined {
  return /^\s*import\s*['"][^'"]+['"];?\s*$/u.test(code) ? imports[0] : undefined
}
