import create from 'libpg-query/wasm/libpg-query.js'
import address from 'libpg-query/wasm/libpg-query.wasm?url'

import { type CreateModule, type Parser, startParser } from './parser.ts'

/** For a browser: the program is a file of the dashboard, compiled while it arrives. */
export async function openParser(): Promise<Parser> {
  const program = await WebAssembly.compileStreaming(fetch(address, { credentials: 'same-origin' }))
  return startParser(create as CreateModule, program)
}
