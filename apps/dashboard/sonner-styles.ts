import type { Plugin } from 'vite'

/**
 * The policy of the pages refuses style elements that a script makes, and sonner makes one when
 * it is loaded. Its styles come as a file of the build instead.
 */
export function sonnerStyles(): Plugin {
  return {
    name: 'basalt-sonner-styles',
    transform: {
      filter: { id: /node_modules\/sonner\//u, code: '__insertCSS(' },
      handler: (code) => ({ code: withoutStyles(code), map: null }),
    },
  }
}

/** Fails where the library is built in another way, so that no update brings the element back. */
export function withoutStyles(code: string): string {
  const call = /^__insertCSS\(".*"\);?$/gmu
  if (!call.test(code)) throw new Error('sonner inserts its styles in another way than expected')
  return code.replaceAll(call, '')
}
