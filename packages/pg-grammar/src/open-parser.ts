import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import { type CreateModule, type Parser, startParser } from './parser.ts'

/** For Node: the library's files are in `node_modules`, outside of the server's bundle. */
export async function openParser(): Promise<Parser> {
  const require = createRequire(import.meta.url)
  const bytes = await readFile(require.resolve('libpg-query/wasm/libpg-query.wasm'))
  const program = await WebAssembly.compile(bytes)
  const create = require('libpg-query/wasm/libpg-query.js') as CreateModule
  return startParser(create, program)
}
