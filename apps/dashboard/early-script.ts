import type { Plugin } from 'vite'

const source = 'src/early.ts'

/**
 * Puts `early.ts` before the shell as a script of its own: a page's scripts would be joined
 * into one otherwise, and nothing of it would run before all of it is there.
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
        const chunk = Object.values(bundle ?? {}).find(
          (output) => output.type === 'chunk' && output.facadeModuleId?.endsWith(source) === true,
        )
        const src = chunk === undefined ? `/${source}` : `/${chunk.fileName}`
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
