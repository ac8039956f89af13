import type { Plugin } from 'vite'

type Change = { file: RegExp; from: string; to: string }

/** Code that libraries load for optional features that this server never uses. */
const changes: readonly Change[] = [
  {
    // Uses `Response`, which loads all of Node's fetch, to detect Node.
    file: /\/pg\/lib\/stream\.js$/u,
    from: 'if (isCloudflareRuntime()) {',
    to: 'if (false) {',
  },
  {
    file: /\/fastify\/lib\/server\.js$/u,
    from: "const http2 = require('node:http2')",
    to: 'const http2 = undefined',
  },
  {
    // Searches a settings file in each folder above the working directory.
    file: /\/graphile-worker\/dist\/config\.js$/u,
    from: 'require("cosmiconfig")',
    to: '{ cosmiconfigSync: () => ({ search: () => null }) }',
  },
  // The contract validates requests and responses, never Fastify's schemas.
  ...['ajv-compiler', 'fast-json-stringify-compiler'].map((compiler) => ({
    file: /\/fastify\/lib\/schema-controller\.js$/u,
    from: `require('@fastify/${compiler}')`,
    to: '() => () => { throw new Error("Schemas of routes are not built in") }',
  })),
]

/** Removes code of libraries that the server never uses, because it would stay in memory. */
export function nodeOnly(): Plugin {
  const seen = new Set<string>()
  return {
    name: 'basalt-node-only',
    apply: 'build',
    transform(code, id) {
      const changed = withoutUnused(code, id)
      if (changed === null) return null
      seen.add(id)
      return { code: changed, map: null }
    },
    buildEnd(error) {
      const unused = changes.find(({ file }) => ![...seen].some((id) => file.test(id)))
      if (error === undefined && unused !== undefined)
        throw new Error(`Nothing was built from ${unused.file.source}`)
    },
  }
}

/** Null for a module that is not changed. */
export function withoutUnused(code: string, id: string): string | null {
  const meant = changes.filter(({ file }) => file.test(id))
  if (meant.length === 0) return null
  let changed = code
  for (const { from, to } of meant) {
    if (!changed.includes(from)) throw new Error(`${id} no longer says: ${from}`)
    changed = changed.replace(from, to)
  }
  return changed
}
