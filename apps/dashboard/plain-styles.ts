import type { Plugin } from 'vite'

/**
 * Takes out what Tailwind writes for browsers that do not know `@property`: those that the
 * build is for all do, and the first page is lighter without it.
 */
export function plainStyles(): Plugin {
  return {
    name: 'basalt-plain-styles',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type === 'asset' && output.fileName.endsWith('.css'))
          output.source = withoutFallbacks(String(output.source))
      }
    },
  }
}

export const withoutFallbacks = (css: string): string =>
  css.replace(/@layer properties\s*\{\s*@supports[^{]*\{[^{]*\{[^}]*\}\s*\}\s*\}/u, '')
