import type { Plugin } from 'vite'

/**
 * Takes out what Tailwind writes for browsers that know neither `@property` nor `color-mix`:
 * those that the build is for all do, and the first page is lighter without it.
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
  css
    .replace(/@layer properties\s*\{\s*@supports[^{]*\{[^{]*\{[^}]*\}\s*\}\s*\}/u, '')
    .replaceAll(fallbackAndMixed, '$<mixed>')
    .replaceAll(mixed, '$<mixed>')
    .replace(placeholder, '$<inner>')

/** A colour without its transparency, and the same rule with it. */
const fallbackAndMixed =
  /(?<rule>[^{}]+\{)[^{}]*\}@supports \(color:color-mix\(in lab, red, red\)\)\{(?<mixed>\k<rule>[^{}]*\})\}/gu
const mixed = /@supports \(color:color-mix\(in lab, red, red\)\)\{(?<mixed>[^{}]+\{[^{}]*\})\}/gu
const placeholder =
  /@supports \(not \(\(-webkit-appearance:-apple-pay-button\)\)\) or \(contain-intrinsic-size:1px\)\{(?<inner>[^{}]+\{[^{}]*\})\}/u
